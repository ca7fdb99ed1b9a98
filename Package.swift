// swift-tools-version: 6.2
import PackageDescription

/// Shared by every Swift target of ours; CI turns warnings into errors.
let house: [SwiftSetting] =
  [.strictMemorySafety(), .enableUpcomingFeature("ExistentialAny")]
  + (Context.environment["CI"] == nil
    ? [] : [.treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning)])

/// A C library of Debian's: a module map and a shim header.
func library(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// A Swift target of ours and what it may import.
func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house)
}

/// The tests of one target; every one may use `TestSupport`. Fixtures are read from the source tree.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], hasFixtures: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"],
    exclude: hasFixtures ? ["Fixtures"] : [], swiftSettings: house)
}

/// The fuzzer: what it links comes with `-sanitize=fuzzer` alone, which `ci/fuzz` gives.
let fuzzer: [Target] =
  Context.environment["CALLPROOF_FUZZ"] == nil
  ? []
  : [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzEntries", "CFuzzer"], path: "Tests/Fuzz/Driver",
      swiftSettings: house),
  ]

let package = Package(
  name: "callproof",
  products: [.executable(name: "callproof", targets: ["callproof"])],
  targets: [
    // L0: Debian's C libraries.
    library("COpenSSL", "openssl", "libssl-dev"),  // DTLS 1.2, certificates, digests
    library("CSRTP", "libsrtp2", "libsrtp2-dev"),  // SRTP and SRTCP
    library("CVPX", "vpx", "libvpx-dev"),  // VP8
    library("CX264", "x264", "libx264-dev"),  // H.264 encoder
    library("COpus", "opus", "libopus-dev"),  // Opus
    library("CYAML", "yaml-0.1", "libyaml-dev"),  // scenario files
    library("CPcap", "libpcap", "libpcap-dev"),  // captures on the interfaces of live peers

    // L0: our own C.
    .target(name: "CAVCodec"),  // libavcodec, loaded when it is needed: the H.264 decoder
    .target(name: "CSim"),  // the clock and the chance that C libraries read
    .target(name: "CLinux"),  // Linux calls that Swift cannot see
    .target(name: "CResources"),  // pages and agents, embedded
    .target(name: "CBench", dependencies: ["CSRTP"]),  // what the bench measures with and against

    // L1: words that every other target speaks.
    target("SansIO"),  // Instant, PeerClock, Seed, Datagram, Node, byte reader and writer
    target("Trace", ["SansIO"]),  // words of a run: Command, TraceEvent, Agent; JSON lines
    target("Media", ["SansIO"]),  // pictures, sound, strip, marks, sources, PSNR and SSIM

    // L2: protocols and the network, pure.
    target("SDP", ["SansIO"]),  // session descriptions; offer and answer
    target("STUN", ["SansIO"]),  // messages and attributes
    target("RTP", ["SansIO"]),  // RTP, RTCP, payload formats
    target("Packets", ["SansIO"]),  // IP and UDP headers; pcapng
    target("LinuxIO", ["CLinux", "CPcap"]),  // namespaces, TUN, processes, sockets, capture
    target("Resources", ["CResources"]),  // embedded pages and agents by name
    target("AgentProtocol", ["Trace"]),  // what harness and agents say to each other
    target("ICE", ["STUN"]),  // gathering, checks, consent
    target("Congestion", ["RTP"]),  // pacer, repair scheduling, bandwidth estimate
    target("Playout", ["RTP", "Media"]),  // frame assembly, jitter buffers, lip sync
    target("Netem", ["STUN"]),  // links, profiles, simulated STUN servers

    // L3: owners of C handles.
    target("DTLS", ["SansIO", "COpenSSL", "CSim"]),  // handshake, fingerprints, exporter
    target("SRTP", ["SansIO", "CSRTP"]),  // protect and unprotect
    target("Codecs", ["Media", "CVPX", "CX264", "CAVCodec", "COpus"]),  // encoders and decoders

    // L4 to L6: an endpoint; what a run means.
    // One endpoint, from datagrams to encoded frames and back.
    target("Peer", ["SDP", "ICE", "Congestion", "Playout", "DTLS", "SRTP", "Trace"]),
    // Peer with codecs, sources and sinks.
    target("SwiftAgent", ["Peer", "Codecs", "AgentProtocol"]),
    target("SDPRules", ["SDP"]),  // agreement of an offer with its answer
    // What a capture of a call shows.
    target("Dissection", ["Packets", "STUN", "RTP", "DTLS", "SRTP", "SDPRules", "Trace"]),
    target("Metrics", ["Trace", "SDPRules"]),  // trace -> numbers -> expectations judged
    target("Diagnosis", ["Metrics", "SDPRules"]),  // the first broken link, with its evidence
    target("CallLogs", ["Metrics", "SDP", "SDPRules", "Trace"]),  // logs of a call, read and judged
    target("Scenario", ["Metrics", "Netem", "CYAML"]),  // YAML -> typed scenario; schema, matrix
    target("Call", ["Scenario"]),  // script performer, phone, signalling; the World protocol
    target("Report", ["Scenario"]),  // JUnit, HTML, JSON

    // L7 to L9: time passes, processes run.
    target("Simulation", ["Call", "SwiftAgent", "Packets"]),  // World in virtual time
    // Agents that are shipped: the Swift peer on sockets, browsers.
    target("Agents", ["SwiftAgent", "LinuxIO", "Resources"]),
    // World in real time.
    target("Live", ["Call", "AgentProtocol", "Packets", "LinuxIO", "Resources", "Codecs"]),
    // cases -> workers -> one report
    target("Runner", ["Call", "Report", "Diagnosis", "Dissection", "LinuxIO"]),
    .executableTarget(  // the command line, a file per subcommand
      name: "callproof",
      dependencies: ["Runner", "Simulation", "Live", "Agents", "LinuxIO", "CallLogs"],
      swiftSettings: house),
    .executableTarget(  // figures of ci/bench, as ratios inside one run
      name: "bench", dependencies: ["Simulation", "Live", "CBench"], path: "Sources/Bench",
      swiftSettings: house),

    // Tests mirror the targets above.
    .target(
      name: "TestSupport", dependencies: ["SansIO", "Trace"], path: "Tests/TestSupport",
      swiftSettings: house),
    // Parsers and what is promised of them, as the fuzzer and the tests that replay its corpora call them.
    .target(
      name: "FuzzEntries",
      dependencies: ["SDP", "SDPRules", "Dissection", "CallLogs", "Packets", "Trace"],
      path: "Tests/Fuzz/Entries", swiftSettings: house),
    tests("FuzzTests", ["FuzzEntries"]),
    tests("SansIOTests", ["SansIO"]),
    tests("TraceTests", ["Trace"]),
    tests("MediaTests", ["Media"]),
    tests("SDPTests", ["SDP", "SDPRules"], hasFixtures: true),
    tests("SDPRulesTests", ["SDPRules", "SansIO"], hasFixtures: true),
    tests("STUNTests", ["STUN"], hasFixtures: true),
    tests("RTPTests", ["RTP"], hasFixtures: true),
    tests("PacketsTests", ["Packets"]),
    tests("ICETests", ["ICE"]),
    tests("CongestionTests", ["Congestion"]),
    tests("PlayoutTests", ["Playout"]),
    tests("NetemTests", ["Netem"]),
    tests("DTLSTests", ["DTLS"]),
    tests("SRTPTests", ["SRTP"], hasFixtures: true),
    tests("DissectionTests", ["Dissection"], hasFixtures: true),
    tests("CodecsTests", ["Codecs"]),
    tests("MetricsTests", ["Metrics"]),
    tests("CallLogsTests", ["CallLogs"], hasFixtures: true),
    tests("DiagnosisTests", ["Diagnosis", "RTP", "SRTP"]),
    tests("ScenarioTests", ["Scenario"]),
    tests("ReportTests", ["Report"]),
    tests("SimulationTests", ["Simulation", "Diagnosis"]),
    // What only a fresh process can try: it enters a sandbox and says what did not hold.
    .executableTarget(
      name: "linuxio-probe", dependencies: ["LinuxIO", "TestSupport"], path: "Tests/LinuxIOProbe",
      swiftSettings: house),
    tests("LinuxIOTests", ["LinuxIO", "linuxio-probe"]),
    tests("AgentProtocolTests", ["AgentProtocol"]),
    tests("AgentsTests", ["Agents"]),
    tests("LiveTests", ["Live"]),
    tests("RunnerTests", ["Runner", "LinuxIO"]),
    tests("CallproofTests", ["callproof", "Runner", "LinuxIO"], hasFixtures: true),
  ] + fuzzer
)
