/// The page's one style sheet: light and dark, screen and paper. Colours are told apart by lightness as well.
let stylesheet: Markup = """
  :root {
    color-scheme: light dark;
    --page: #ffffff; --surface: #f6f7f9; --text: #1a1f26; --muted: #5a6573; --rule: #dde1e7;
    --link: #0b5cad; --passed: #1a7f37; --failed: #c4261d; --error: #8a2fb0; --inconclusive: #8f5f00;
    --skipped: #5a6573; --on-pill: #ffffff; --tint: 7%;
    --c0: #1668c7; --c1: #d4570a; --c2: #178a55; --c3: #9a3fb5; --c4: #0d7f93; --c5: #a8325e;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #10151b; --surface: #181f27; --text: #e3e8ee; --muted: #9ba7b4; --rule: #2c3641;
      --link: #7cb8ff; --passed: #57c878; --failed: #ff7f76; --error: #d6a2ff; --inconclusive: #e6b84d;
      --skipped: #9ba7b4; --on-pill: #10151b; --tint: 12%;
      --c0: #6fb1ff; --c1: #ff9f5a; --c2: #5fd39a; --c3: #d99bf0; --c4: #5fd0e0; --c5: #ff9dbf;
    }
  }
  * { box-sizing: border-box; }
  body {
    margin: 0 auto; max-width: 76rem; padding: 2rem 2rem 4rem; background: var(--page); color: var(--text);
    font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans",
      Arial, sans-serif;
    font-variant-numeric: tabular-nums;
  }
  a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
  .muted, .file { color: var(--muted); font-weight: 400; }
  .brand { margin: 0; color: var(--muted); font-size: 0.8rem; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase; }
  h1 { margin: 0.1rem 0 0.2rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -0.01em; overflow-wrap: anywhere; }
  h3 { margin: 1.8rem 0 0.6rem; font-size: 1rem; }
  .facts { margin: 0 0 1.4rem; color: var(--muted); }
  .facts b { color: var(--text); }

  .passed { --tone: var(--passed); } .failed { --tone: var(--failed); } .error { --tone: var(--error); }
  .inconclusive { --tone: var(--inconclusive); } .skipped { --tone: var(--skipped); } .none { --tone: var(--rule); }
  .counts { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
  .counts li {
    flex: 1 1 8rem; padding: 0.7rem 1rem 0.75rem; border-radius: 8px; background: var(--surface);
    border-left: 4px solid var(--tone); color: var(--muted);
  }
  .counts b { display: block; color: var(--tone); font-size: 1.9rem; line-height: 1.15; font-weight: 650; }
  .counts .none b { color: var(--muted); font-weight: 400; }
  .shares { display: flex; gap: 2px; height: 6px; margin: 0.75rem 0 2rem; border-radius: 3px; overflow: hidden; }
  .shares span { background: var(--tone); }
  .pill {
    display: inline-block; min-width: 7.6em; padding: 0.1em 0.6em; border-radius: 1em; background: var(--tone);
    color: var(--on-pill); font-size: 0.76rem; font-weight: 600; line-height: 1.5; text-align: center; white-space: nowrap;
  }

  table { border-collapse: collapse; width: 100%; }
  th, td { padding: 0.36rem 0.9rem 0.36rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
  th:last-child, td:last-child { padding-right: 0; }
  thead th { padding-top: 0; color: var(--muted); font-size: 0.8rem; font-weight: 600; white-space: nowrap; }
  .number { text-align: right; white-space: nowrap; }
  .summary { margin-bottom: 2.4rem; }
  .summary td:first-child, .expectations td:first-child { width: 7.4rem; }
  .summary th[scope] { width: 38%; font-weight: 600; }
  .summary th[scope] a { color: inherit; text-decoration-color: var(--muted); }
  .file { display: block; font-size: 0.8rem; }
  .why { font-size: 0.88rem; }
  .failed > .why, .error > .why, .inconclusive > .why { color: var(--tone); }
  .why .warning { color: var(--inconclusive); }

  .pairs { margin-bottom: 2.4rem; font-size: 0.83rem; table-layout: fixed; }
  .pairs caption, .compared caption { padding-bottom: 0.5rem; text-align: left; font-weight: 600; font-size: 1rem; }
  .pairs th, .pairs td { padding: 0.4rem 0.5rem; overflow-wrap: break-word; border: 1px solid var(--rule); }
  .pairs thead th { padding: 0.4rem 0.5rem; white-space: normal; }
  .pairs th { font-size: 0.7rem; hyphens: auto; }
  .pairs td { border-left: 4px solid var(--tone); background: color-mix(in srgb, var(--tone) var(--tint), var(--page)); }
  .pairs td.empty { border-left: 1px solid var(--rule); background: none; }
  .pairs .verdict { font-weight: 600; color: var(--tone); }
  .pairs .verdict a { color: inherit; }
  .pairs .detail { display: block; color: var(--muted); font-size: 0.8rem; }
  .known { --tone: var(--link); }
  .compared { margin-bottom: 2.4rem; }

  .case { margin: 0 0 0.6rem; border: 1px solid var(--rule); border-left: 4px solid var(--tone); border-radius: 8px; background: var(--page); }
  .case > summary {
    display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 0.8rem; padding: 0.6rem 1rem;
    cursor: pointer; list-style: none; border-radius: 8px; background: var(--surface);
  }
  .case > summary::-webkit-details-marker { display: none; }
  .case > summary .name { font-weight: 600; overflow-wrap: anywhere; }
  .case > summary .muted { margin-left: auto; font-size: 0.85rem; overflow-wrap: anywhere; }
  summary:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
  .body { padding: 0.9rem 1.2rem 1.1rem; scroll-margin-top: 4rem; }
  .body > h3:first-child { margin-top: 0.3rem; }
  .reason {
    margin: 0.2rem 0 1.2rem; padding: 0.6rem 0.9rem; border-radius: 6px; border-left: 4px solid var(--tone);
    background: color-mix(in srgb, var(--tone) var(--tint), var(--page)); overflow-wrap: anywhere; white-space: pre-line;
  }
  .diagnosis {
    margin: 0.2rem 0 1.2rem; padding: 0.7rem 0.9rem 0.8rem; border-radius: 6px; border: 1px solid var(--rule);
    border-left: 4px solid var(--link); background: var(--surface); overflow-wrap: anywhere;
  }
  .diagnosis h3 { margin: 0; font-size: 0.8rem; color: var(--muted); }
  .diagnosis p { margin: 0.3rem 0 0; }
  .diagnosis .sentence { font-weight: 600; }
  .diagnosis .facts { font-size: 0.88rem; }
  .diagnosis h4 { margin: 0.8rem 0 0.1rem; font-size: 0.88rem; }
  .diagnosis ul { margin: 0; padding-left: 1.2rem; font-size: 0.88rem; }
  .warnings { margin: 0; padding-left: 1.2rem; color: var(--inconclusive); }
  .expectations th[scope] { font-weight: 600; }
  .expectations .note { color: var(--muted); font-size: 0.88rem; }
  tr.failed .measured, tr.error .measured, tr.inconclusive .measured { color: var(--tone); font-weight: 600; }
  tr.failed .measured .muted { color: inherit; }

  figure { margin: 0; }
  figcaption { font-size: 0.88rem; font-weight: 600; }
  svg { display: block; width: 100%; height: auto; overflow: visible; }
  svg text { fill: var(--muted); font-size: 11.5px; }
  .end { text-anchor: end; } .middle { text-anchor: middle; }
  .waterfall text { font-size: 12px; fill: var(--text); }
  .waterfall text.middle, .waterfall text.end, .waterfall text.axis { fill: var(--muted); }
  .waterfall text.strong { fill: var(--text); }
  .waterfall text.group { font-weight: 650; font-size: 13px; fill: var(--text); }
  .grid, .zero, .tick { stroke: var(--rule); stroke-width: 1; }
  .zero, .tick { stroke: var(--muted); }
  .line { fill: none; stroke: var(--tone); stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
  .dashed { stroke-dasharray: 5 4; stroke-width: 1.4; }
  .bar, .dot { fill: var(--tone); }
  .c0 { --tone: var(--c0); } .c1 { --tone: var(--c1); } .c2 { --tone: var(--c2); }
  .c3 { --tone: var(--c3); } .c4 { --tone: var(--c4); } .c5 { --tone: var(--c5); }
  .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(25rem, 100%), 1fr)); gap: 1.4rem 2rem; }
  .charts svg:not(.key) { margin-top: 0.3rem; }
  .charts figcaption .muted { font-weight: 400; }
  .chart { max-width: 40rem; }
  .legend { display: flex; flex-wrap: wrap; gap: 0.1rem 1.2rem; margin: 0.2rem 0 0; padding: 0; list-style: none; font-size: 0.83rem; }
  .key { display: inline-block; width: 20px; height: 8px; margin-right: 0.4rem; vertical-align: middle; }
  .key .line { stroke-width: 2.5; }

  .more { margin-top: 1.6rem; }
  .more > summary { cursor: pointer; font-weight: 600; }
  .lists { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 1rem 2rem; margin-top: 0.6rem; align-items: start; }
  .lists.narrow { grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); }
  .list { font-size: 0.88rem; }
  .list caption { padding-bottom: 0.2rem; text-align: left; font-weight: 600; }
  .list th, .list td { padding-top: 0.2rem; padding-bottom: 0.2rem; }
  .list th, .list td { overflow-wrap: break-word; }
  .list td.number { white-space: normal; }
  .measurements .number { padding-right: 0.35rem; }
  .measurements .unit { width: 3.6rem; color: var(--muted); }
  .descriptions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); gap: 1rem; margin-top: 0.6rem; }
  pre, code { font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace; }
  pre {
    margin: 0.3rem 0 0; padding: 0.7rem 0.9rem; border-radius: 6px; background: var(--surface);
    white-space: pre-wrap; overflow-wrap: anywhere;
  }
  pre span { display: block; padding-left: 2ch; text-indent: -2ch; }
  pre .section { margin-top: 0.5em; font-weight: 700; }
  .pictures { display: flex; flex-wrap: wrap; gap: 1rem; }
  .pictures figure { max-width: 20rem; }
  .pictures img { display: block; max-width: 100%; border: 1px solid var(--rule); border-radius: 4px; }
  .pictures figcaption { margin-top: 0.3rem; color: var(--muted); font-weight: 400; }
  .footer { margin-top: 1.6rem; padding-top: 0.8rem; border-top: 1px solid var(--rule); font-size: 0.88rem; }
  .footer p { margin: 0.3rem 0 0; }
  .files { display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; margin: 0; padding: 0; list-style: none; }
  code { overflow-wrap: anywhere; }
  body > footer { margin-top: 2rem; color: var(--muted); font-size: 0.83rem; }

  @media print {
    :root {
      --page: #ffffff; --surface: #f6f7f9; --text: #000000; --muted: #4a535e; --rule: #c8cdd4; --link: #000000;
      --passed: #1a7f37; --failed: #c4261d; --error: #8a2fb0; --inconclusive: #8f5f00; --skipped: #5a6573; --on-pill: #ffffff;
      --c0: #1668c7; --c1: #d4570a; --c2: #178a55; --c3: #9a3fb5; --c4: #0d7f93; --c5: #a8325e;
    }
    body { max-width: none; padding: 0; font-size: 10pt; }
    * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    .counts { flex-wrap: nowrap; }
    .charts, .descriptions { grid-template-columns: 1fr 1fr; }
    .case > summary, .reason, .diagnosis, figure, tr { break-inside: avoid; }
    .case > summary, h3 { break-after: avoid; }
    .case[open] .more::details-content { content-visibility: visible; display: block; }
    .footer p:last-child { display: none; }
  }

  """
