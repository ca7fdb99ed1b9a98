internal import Metrics
internal import SansIO

/// The `<details>` section of one case, open unless it passed: rendered by the process that ran the case.
public func caseSection(_ page: CasePage) -> String {
  let result = page.result
  let open: Markup = result.verdict.isRed ? " open" : ""
  let section: Markup = """
    <details class="case \(result.verdict.rawValue)"\(open)>
    <summary>\(pill(result.verdict))<span class="name">\(result.title)</span>\
    <span class="muted">\(about(result))</span></summary>
    <div class="body" id="\(anchor(of: result))">
    \(reason(of: result))\(diagnosisBlock(result.diagnosis))\
    \(implementations(result.implementations))\(warnings(of: result))\
    \(expectationTable(result.expectations))\
    \(titled("Phases", waterfall(page.phases)))\
    \(titled("Over time", grid("charts", page.charts.map(figure))))\
    \(titled("Network", linkTables(page.links)))\
    \(measurementLists(result.metrics))\
    \(descriptions(page.descriptions))\
    \(titled("Received pictures", grid("pictures", page.pictures.map(figure))))\
    \(footer(of: page))\
    </div>
    </details>

    """
  return section.source
}

/// The same for the same case, wherever it is rendered.
func anchor(of result: CaseResult) -> String {
  // FNV-1a, 64 bits.
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  var identity = [result.file, result.name, result.world, String(result.seed)]
  if result.attempt > 1 { identity.append(String(result.attempt)) }
  for byte in identity.joined(separator: "\0").utf8 {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
  let digits = String(hash, radix: 16)
  return "case-" + String(repeating: "0", count: 16 - digits.count) + digits
}

func pill(_ verdict: Verdict) -> Markup {
  "<span class=\"pill \(verdict.rawValue)\">\(verdict.rawValue)</span>"
}

private func about(_ result: CaseResult) -> String {
  "\(result.file) · \(result.world) · \(result.duration.seconds.readable) s"
}

/// A heading above something, or nothing at all.
private func titled(_ title: String, _ content: Markup) -> Markup {
  content.source.isEmpty ? "" : "<h3>\(title)</h3>\n\(content)"
}

private func grid(_ style: String, _ parts: [Markup]) -> Markup {
  parts.allSatisfy(\.source.isEmpty) ? "" : "<div class=\"\(style)\">\n\(parts)</div>\n"
}

private func reason(of result: CaseResult) -> Markup {
  guard let reason = result.reason else { return "" }
  return "<p class=\"reason \(result.verdict.rawValue)\">\(reason)</p>\n"
}

/// "alice: aiortc 1.16.0 (DTLS 1.2, TLS_…, SRTP_…) · bob: Chromium beta (chromium 156)".
private func implementations(_ peers: [PeerImplementation]) -> Markup {
  guard !peers.isEmpty else { return "" }
  let words = peers.map { peer in
    peer.words + (peer.security.map { " (\($0))" } ?? "")
  }
  return "<p class=\"facts\">\(words.joined(separator: " · "))</p>\n"
}

private func warnings(of result: CaseResult) -> Markup {
  let items = result.warnings.map { warning -> Markup in "<li>\(warning)</li>\n" }
  return items.isEmpty
    ? "" : "<h3>Warnings</h3>\n<ul class=\"warnings\">\n\(items)</ul>\n"
}

/// Pairs stand side by side: an offer and its answer.
private func descriptions(_ texts: [CasePage.Text]) -> Markup {
  guard !texts.isEmpty else { return "" }
  let blocks = texts.map { text -> Markup in
    "<figure><figcaption>\(text.title)</figcaption><pre>\(lines(of: text.body))</pre></figure>\n"
  }
  return """
    <details class="more"><summary>Offer and answer</summary>
    <div class="descriptions">
    \(blocks)</div>
    </details>

    """
}

/// A block for each line, so that what is wrapped hangs, and what begins a media section stands out.
private func lines(of body: String) -> [Markup] {
  var lines = body.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    .map(String.init)
  if lines.last == "" { lines.removeLast() }
  return lines.map { line in
    "<span\(line.hasPrefix("m=") ? " class=\"section\"" as Markup : "")>\(line)\n</span>"
  }
}

private func figure(_ image: CasePage.Image) -> Markup {
  guard ["image/webp", "image/png", "image/jpeg"].contains(image.mimeType) else { return "" }
  let source = "data:\(image.mimeType);base64,\(base64(image.bytes))"
  return """
    <figure><img src="\(source)" alt="\(image.caption)" loading="lazy">\
    <figcaption>\(image.caption)</figcaption></figure>

    """
}

private func footer(of page: CasePage) -> Markup {
  let links = page.files.map { file -> Markup in
    guard let href = relativeReference(file.href) else { return "<li>\(file.title)</li>" }
    return "<li><a href=\"\(href)\">\(file.title)</a></li>"
  }
  let files: Markup = links.isEmpty ? "" : "<ul class=\"files\">\(links)</ul>\n"
  return """
    <div class="footer">
    \(files)<p class="rerun"><span class="muted">Run it again:</span> <code>\(page.result.rerun(page.rerun))</code></p>
    <p><a href="#summary">Back to the summary</a></p>
    </div>

    """
}

/// A path below the page with everything else percent-encoded (RFC 3986 §2.1), so that it can name no scheme or host.
private func relativeReference(_ path: String) -> String? {
  let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  let parent = "..".utf8
  guard path.utf8.first != UInt8(ascii: "/"), !path.isEmpty,
    !segments.contains(where: { $0.elementsEqual(parent) })
  else { return nil }
  var reference = ""
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
      reference.unicodeScalars.append(Unicode.Scalar(byte))
    default: reference += "%" + hexadecimal([byte])
    }
  }
  return reference
}
