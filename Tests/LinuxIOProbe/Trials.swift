import Foundation
import LinuxIO
import TestSupport

/// What a sandbox promises, tried out in one.
enum Trials {
  static let all: [String: @Sendable (Sandbox, inout Table) throws -> Void] = [
    "networks": networks, "silence": silence, "ping": ping, "rights": rights, "ends": ends,
    "starts": starts, "processors": processors,
    "descendants": descendants, "hostile": hostile, "sockets": sockets, "twice": twice,
  ]

  /// Without a sandbox: a program that ends leaves others in sessions of their own, which end all the same.
  static func orphans(_ table: inout Table) throws {
    Orphans.adopt()
    let child = try ChildProcess(
      path: "/bin/sh",
      arguments: [
        "-c",
        "(setsid sh -c 'sleep 1000 & echo $!; sleep 1000' & setsid sleep 1000 & echo $!); sleep 1000",
      ])
    var ids: [Int32] = []
    while ids.count < 2, let lines = child.readLines() { ids += lines.compactMap { Int32($0) } }
    table.equal(ids.count, 2, "processes that it leaves")
    child.end(within: 0)
    table.equal(ids.map(OwnProcess.isRunning), [true, true], "its process group is not all of it")
    Orphans.endAll()
    table.equal(ids.map(OwnProcess.isRunning), [false, false], "left behind")
    for id in ids { kill(id, SIGKILL) }
  }

  /// A program has no rights, sees itself alone, and writes nowhere but in its folder.
  static func rights(_ sandbox: Sandbox, _ table: inout Table) throws {
    let household = try Household(sandbox)
    let folder = "/dev/shm/rights"
    func said(_ script: String) throws -> String {
      let text = try household.run(
        Household.shell(script, in: household.networks[0], folder: folder))
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let status = try said("cat /proc/self/status")
    for line in ["CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1"] {
      table.holds(status.contains(line), "\(line) is not in \(status)")
    }
    for (script, expected) in [
      ("id -u", "\(sandbox.user == 0 ? 1000 : sandbox.user)"), ("pwd", folder),
      ("echo $HOME", folder), ("ulimit -c", "0"),
      ("ulimit -n", "4096"), ("ls /sys/class/net | tr '\\n' ' '", "eth0 lo "), ("ls /run", ""),
      ("echo $$", "2"), ("echo hello > file; cat file", "hello"), ("ls -A /dev/shm", "rights"),
      ("ls /proc/self/fd | tr '\\n' ' '", "0 1 2 3 "),
      ("env | cut -d= -f1 | sort | tr '\\n' ' '", "HOME PATH PWD "),
    ] {
      table.equal(
        try said(script), expected.trimmingCharacters(in: .whitespaces), script)
    }
    for place in ["/etc", "/var/tmp", "/home", "/dev"] {
      let text = try said("(echo x > \(place)/callproof-trial) 2>/dev/null && echo written")
      table.equal(text, "", "writing to \(place)")
    }
    table.holds(
      try said("mount -t tmpfs none /mnt && echo mounted").contains("mounted") == false, "mount")
    // Whether it could be written or not, it is not on the disk.
    _ = try said("echo x > /tmp/callproof-trial")
    for place in ["/etc", "/tmp"] {
      table.holds(fileKind("\(place)/callproof-trial") == nil, "a file was left in \(place)")
    }
  }

  /// How programs end is told; what cannot start says why.
  static func ends(_ sandbox: Sandbox, _ table: inout Table) throws {
    let scripts: [(String, ChildProcess.Exit)] = [
      ("exit 0", .code(0)), ("exit 7", .code(7)), ("kill -9 $$", .signal(9)),
      ("kill -SEGV $$", .signal(11)), ("sleep 1000 & exit 3", .code(3)),
    ]
    for (script, expected) in scripts {
      let process = try sandbox.spawn(Household.shell(script))
      table.equal(end(of: process, in: sandbox), expected, script)
    }
    let patient = try sandbox.spawn(
      Household.shell("trap 'exit 5' TERM; echo ready; while :; do sleep 0.05; done"))
    _ = waitForInput([patient.output], milliseconds: 10000)
    try patient.signal(SIGTERM)
    table.equal(end(of: patient, in: sandbox), .code(5), "a program that catches SIGTERM")
    try patient.signal(SIGTERM)
    let reader = try sandbox.spawn(Household.spec("/bin/cat", []))
    reader.closeInput()
    table.equal(end(of: reader, in: sandbox), .code(0), "the end of its input ends it")
    // Ends that nobody asks for wait their turn.
    let many = try (0..<60).map { try sandbox.spawn(Household.shell("exit \($0)")) }
    var exits: [Int32: ChildProcess.Exit] = [:]
    let deadline = monotonicNanoseconds() + 10_000_000_000
    while exits.count < 60, monotonicNanoseconds() < deadline {
      _ = waitForInput([sandbox.exits], milliseconds: 100)
      while let (pid, exit) = sandbox.nextExit() { exits[pid] = exit }
    }
    table.equal(many.map { exits[$0.pid] }, (0..<60).map { .code($0) }, "60 ends")
  }

  /// What is asked for programs is given; what cannot start says why.
  static func starts(_ sandbox: Sandbox, _ table: inout Table) throws {
    let wrong: [(String, ProcessSpec, String)] = [
      ("no file", Household.spec("/no/such/program", []), "start /no/such/program: no such file"),
      ("a folder", Household.spec("/etc", []), "start /etc: permission denied"),
      ("a zero", Household.spec("/bin/true", ["a\0b"]), "a zero byte"),
      (
        "too long", Household.spec("/bin/true", [String(repeating: "x", count: 100_000)]),
        "too long"
      ),
      ("place", Household.spec("/bin/true", [], folder: "/tmp/x"), "a scratch folder lies in"),
      (
        "climb", Household.spec("/bin/true", [], folder: "/dev/shm/../x"),
        "a scratch folder lies in"
      ),
    ]
    for (row, spec, expected) in wrong {
      do {
        _ = try sandbox.spawn(spec)
        table.holds(false, "\(row): it started")
      } catch {
        table.holds("\(error)".contains(expected), "\(row): \(error)")
      }
    }
    var extra = Household.shell("echo through >&7")
    let ends = try openPipe()
    extra.descriptors = [(ours: ends.writing, theirs: 7)]
    let writer = try sandbox.spawn(extra)
    Descriptor.close(ends.writing)
    var buffer = [UInt8](repeating: 0, count: 100)
    _ = waitForInput([ends.reading], milliseconds: 10000)
    table.equal(
      try Descriptor.read(ends.reading, into: &buffer), 8, "bytes by a descriptor of its own")
    table.equal(end(of: writer, in: sandbox), .code(0), "the writer")
    var limited = Household.spec("/usr/bin/python3", ["-c", "x = bytearray(400 << 20)"])
    limited.memoryLimit = 200 << 20
    if fileKind("/usr/bin/python3") == .file {
      table.equal(end(of: try sandbox.spawn(limited), in: sandbox), .code(1), "too much memory")
    }
  }

  /// A kill reaches what has fled from its process group, session and parent.
  static func descendants(_ sandbox: Sandbox, _ table: inout Table) throws {
    let ends = try openPipe()
    var spec = Household.shell(
      """
      setsid sh -c 'sleep 1000' & (setsid sh -c 'trap "" TERM HUP; echo begun; while :; do sleep 1; done' &)
      nohup sleep 1000 >/dev/null 2>&1 & sleep 1000
      """)
    spec.descriptors = [(ours: ends.writing, theirs: 5)]
    let process = try sandbox.spawn(spec)
    Descriptor.close(ends.writing)
    _ = waitForInput([process.output], milliseconds: 10000)
    try process.kill()
    table.equal(end(of: process, in: sandbox), .signal(SIGKILL), "the end")
    // All of them hold the pipe's other end.
    table.equal(waitForInput([ends.reading], milliseconds: 10000), [0], "the end of the pipe")
    var buffer = [UInt8](repeating: 0, count: 10)
    table.equal(try Descriptor.read(ends.reading, into: &buffer), 0, "nobody holds the pipe")
  }

  /// Programs that write for ever, never read, stop, or breed.
  static func hostile(_ sandbox: Sandbox, _ table: inout Table) throws {
    let flood = try sandbox.spawn(Household.spec("/usr/bin/yes", []))
    var buffer = [UInt8](repeating: 0, count: 65536)
    var taken = 0
    while taken < 4 << 20 {
      _ = waitForInput([flood.output], milliseconds: 1000)
      taken += try Descriptor.read(flood.output, into: &buffer) ?? 0
    }
    try flood.kill()
    table.equal(end(of: flood, in: sandbox), .signal(SIGKILL), "a flood ends")

    let deaf = try sandbox.spawn(Household.spec("/bin/sleep", ["1000"]))
    var written = 0
    let block = [UInt8](repeating: 10, count: 65536)
    while let count = try Descriptor.write(deaf.input, block[...]), written < 10 << 20 {
      written += count
    }
    table.holds(written < 10 << 20, "a pipe that nobody reads is full at \(written) bytes")
    try deaf.signal(SIGSTOP)
    try deaf.kill()
    table.equal(end(of: deaf, in: sandbox), .signal(SIGKILL), "a stopped program ends")
    do {
      _ = try Descriptor.write(deaf.input, block[...])
      table.holds(false, "writing to a dead program")
    } catch {
      table.equal(error.errno, EPIPE, "writing to a dead program")
    }

    let breeder = try sandbox.spawn(
      Household.shell(
        "i=0; while [ $i -lt 300 ]; do (setsid sleep 1000 &) ; i=$((i+1)); done; echo all; wait; sleep 1000"
      ))
    _ = waitForInput([breeder.output], milliseconds: 20000)
    try breeder.kill()
    table.equal(end(of: breeder, in: sandbox), .signal(SIGKILL), "300 orphans end")
  }

  static func twice(_ sandbox: Sandbox, _ table: inout Table) throws {
    do {
      _ = try Sandbox.enter()
      table.holds(false, "entered twice")
    } catch {
      table.equal(error.lack, .freshProcess, "entered twice")
    }
  }

  /// Enters, starts programs that flee, and waits to be ended.
  static func hold(marker: String) throws {
    let sandbox = try Sandbox.enter()
    let household = try Household(sandbox)
    let process = try sandbox.spawn(
      Household.shell(
        "setsid sleep \(marker) & (setsid sleep \(marker) &) ; echo \(marker); sleep \(marker)",
        in: household.networks[0]))
    _ = try household.read(process, until: marker)
    let namespaces = ["net", "mnt", "ipc"].compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\($0)")
    }
    Guest.say("holding \(namespaces.joined(separator: " "))")
    while true { _ = waitForInput([sandbox.exits], milliseconds: 1000) }
  }

  /// Runs any program in one of two networks and prints what it writes and how it ends.
  static func run(_ words: ArraySlice<String>) throws {
    guard let path = words.first else { throw Trouble("run PROGRAM [ARGUMENT …]") }
    let sandbox = try Sandbox.enter()
    let household = try Household(sandbox)
    let process = try sandbox.spawn(
      Household.spec(path, Array(words.dropFirst()), in: household.networks[0]))
    print(try household.read(process, seconds: 120))
    print(end(of: process, in: sandbox).map { "\($0)" } ?? "it closed its output but runs on")
  }

  private static func openPipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Trouble("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
