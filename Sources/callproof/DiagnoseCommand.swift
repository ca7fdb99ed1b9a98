internal import CallLogs
internal import Runner
internal import SDPRules

/// `callproof diagnose`: everything that there is of one call, and the first link of it that broke.
enum DiagnoseCommand: Subcommand {
  static let name = "diagnose"
  static let synopsis = "PATHS… [OPTIONS]"
  static let summary = "says why a call went wrong, from all files that there are of it"
  static let details = """
    Paths are files of one call, or a folder of them (the folder of a run's case too); what each is, its content says:
      session descriptions   SDP, JSON {"type", "sdp"}, text with escaped line ends, trickled candidates
      captures               pcap and pcapng; keys beside them are used
      events                 JSON lines with t_ms and event: icecandidate, icecandidateerror, icegatheringstatechange,
                             addIceCandidate, setRemoteDescription, iceconnectionstatechange, …; or those of a
                             first frame: start, offer-answer-done, ice-connected, dtls-connected, first-rtp,
                             rtcp-out, frame, first-frame-decoded, first-frame-rendered
      sound and picture      JSON lines with uptime_ms, audio_pts_ms and video_pts_ms
      frames                 CSV with a column render_ms
      dumps                  of chrome://webrtc-internals
      traces                 the trace.jsonl of a run; what the run's report says of the case is told as well

    Files of several calls, and connections of a dump, are told apart by sessions, certificates and ICE credentials, and
    each call is judged by itself.
    Findings are told causes first, along the chain from signalling to sync; what follows from a cause stands under it.
    Exit codes: 0 nothing of severity error, 1 an error found, 2 the input could not be read.

    Examples:
      callproof diagnose offer.sdp answer.sdp call.pcapng
      callproof diagnose ice.jsonl --format json
      callproof diagnose Reports/latest/cases/weak-network
    """
  static let options = [
    OptionSpec(
      name: "--format", value: "FORMAT",
      help: "text (default), json, sarif, markdown, html or github"),
    OptionSpec(name: "--keys", value: "FILE", help: "keys of the captures, if not beside them"),
    OptionSpec(name: "--output", value: "FILE", help: "writes there instead of standard output"),
  ]

  static func run(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> ExitCode {
    guard !arguments.paths.isEmpty else {
      throw UsageError(
        description: "diagnose wants files: callproof diagnose offer.sdp call.pcapng")
    }
    let format = try SDPCommand.format(arguments)
    let input = try CallInput(arguments.paths)
    guard !input.isEmpty else {
      let paths = arguments.paths.joined(separator: ", ")
      throw InputError(["\(paths): keys or candidates alone; expected \(CallFileKind.expected)"])
    }
    let keys = arguments.string("--keys")
    var verdict =
      if let calls = try SeveralCalls.parts(of: input) {
        VerdictReport(calls: try calls.map { try CallExamination($0, keys: keys).verdict })
      } else {
        try CallExamination(input, keys: keys).verdict
      }
    for (path, original) in input.repeated {
      verdict.add(FindingReport.Note("repeated", "\(path) is \(original) again"))
    }
    for path in input.leftOut { verdict.add(FindingReport.Note("left out", path)) }
    let leftOut = input.leftOut.map(Escaping.json).joined(separator: ", ")
    let text = verdict.written(as: format, with: [("left_out", "[\(leftOut)]")])
    try SDPOutput.write(text, arguments, terminal)
    return verdict.report.hasErrors ? .failed : .held
  }
}
