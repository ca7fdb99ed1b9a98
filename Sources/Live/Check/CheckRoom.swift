internal import LinuxIO
internal import SansIO

/// Where an agent is tried: in a sandbox, which keeps it from the machine and ends what it leaves; without one where none can be had.
final class CheckRoom {
  /// The machine as it was before the sandbox, from within which the program's own path leads nowhere.
  let surroundings = Surroundings()
  let sandbox: Sandbox?
  /// Why there is no sandbox.
  let lack: String?
  /// A network with nobody else in it, for agents that want an address.
  private var network: NetworkNamespace?
  private var count = 0

  /// Enters the sandbox; the process, which must have one thread still, stays there.
  init() {
    do throws(SandboxError) {
      sandbox = try Sandbox.enter()
      lack = nil
    } catch {
      sandbox = nil
      lack = "\(error)"
      Orphans.adopt()
    }
  }

  /// Ends what agents left behind; a sandbox does that by itself.
  func clear() { if sandbox == nil { Orphans.endAll() } }

  /// - Parameter folder: where it may write.
  func start(
    _ command: AgentCommand, name: String
  ) throws -> (agent: SoloAgent, folder: String) {
    count += 1
    let path = Testbed.absolute(command.path, surroundings)
    do throws(SystemError) {
      guard let sandbox else {
        let process = try PlainProcess(path: path, arguments: command.arguments)
        return (try SoloAgent(process, name: name), "/tmp")
      }
      if network == nil {
        network = try sandbox.makeNetwork(NetworkPlan(ipv4: LiveAddresses.ipv4(ofPeer: 0)))
      }
      let folder = "\(Scratch.root)/check\(count)"
      let process = try sandbox.spawn(
        ProcessSpec(
          path: path, arguments: command.arguments,
          environment: Testbed.environment(folder: folder, surroundings), network: network,
          folder: folder))
      return (try SoloAgent(process, name: name, sandbox: sandbox), folder)
    } catch {
      throw PeerFailure(
        peer: name, stack: "agent", kind: .cannotStart(Testbed.words(error, starting: path)))
    }
  }
}
