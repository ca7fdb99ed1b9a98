internal import LinuxIO

/// The path of the `callproof` that was built beside this program.
func builtProgram() throws -> String {
  let folder = (realPath("/proc/self/exe") ?? "").split(separator: "/").dropLast()
  let program = "/\(folder.joined(separator: "/"))/callproof"
  guard fileKind(program) == .file else { throw BenchError.noProgram(program) }
  return program
}
