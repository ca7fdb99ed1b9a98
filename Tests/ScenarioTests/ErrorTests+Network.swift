import Testing

extension ErrorTests {
  @Test("the network")
  func network() {
    let failures = check([
      (
        Sample.call("network: 3gg"),
        [
          "4:10: network: found '3gg'; expected a profile name (perfect, wifi, cable, …); did you mean '3g'?"
        ]
      ),
      (
        Sample.call("network: {rat: 330kbps}"),
        [
          "4:11: network: found the key 'rat'; expected one of the keys profile, up, down, rate, queue, delay, jitter, loss, burst, loss_at, duplicate, reorder, corrupt, mtu, overhead; did you mean 'rate'?"
        ]
      ),
      (
        Sample.call("network: {bob: 3g, carol: lte}"),
        ["4:20: network: found the peer 'carol'; expected one of the peers alice, bob"]
      ),
      (
        Sample.call("network: {alcie: 3g}"),
        [
          "4:11: network: found the peer 'alcie'; expected one of the peers alice, bob; did you mean 'alice'?"
        ]
      ),
      (
        Sample.call("network: 5g-ultra"),
        [
          "4:10: network: found '5g-ultra'; expected a profile name (perfect, wifi, cable, dsl, lte, apple-lte, 3g, 3g-good, 3g-lossy, edge, edge-lossy, 2g-rural, very-bad, satellite, satellite-leo, wifi-congested, webpagetest-3g, devtools-3g, rmcat, blackout)"
        ]
      ),
      (
        Sample.call("network: []"),
        [
          "4:10: network: found a list; expected a profile name, or a link such as {rate: 330kbps, delay: 100ms}"
        ]
      ),
      (
        Sample.call("network: {rate: 330, delay: 100, loss: 5, burst: 0.5}"),
        [
          "4:17: network.rate: found '330'; expected a rate such as 330kbps, 1kbps to 100Gbps",
          "4:29: network.delay: found '100'; expected a duration such as 100ms, 0s to 60s",
          "4:40: network.loss: found '5'; expected a share such as 5%, 0% to 100%",
          "4:50: network.burst: found '0.5'; expected packets lost in a row in the mean, such as 3, 1 to 10000, or none",
        ]
      ),
      (
        Sample.call("network: {jitter: 20ms unifrom, queue: 100, reorder: 1%, loss_at: befor}"),
        [
          "4:24: network.jitter: found 'unifrom'; expected a jitter such as '20ms uniform', '20ms normal in order', or none; did you mean 'uniform'?",
          "4:40: network.queue: found '100'; expected a queue such as 100 packets, 30kB or 300ms, or none",
          "4:54: network.reorder: found '1%'; expected a share and a delay, such as '1% by 20ms', or none",
          "4:67: network.loss_at: found 'befor'; expected a place (before or after); did you mean 'before'?",
        ]
      ),
      (
        Sample.call("network: {loss: 90%, burst: 2}"),
        [
          "4:29: network.burst: found '2'; expected longer bursts for so much loss: between two of them one packet at least passes"
        ]
      ),
      (
        Sample.call("network: {up: {profile: 3g}, mtu: 20, overhead: -1, duplicate: 101%}"),
        [
          "4:16: network.up: found the key 'profile'; expected one of the keys rate, queue, delay, jitter, loss, burst, loss_at, duplicate, reorder, corrupt, mtu, overhead",
          "4:35: network.mtu: found '20'; expected a number of bytes, 100 to 65535",
          "4:49: network.overhead: found '-1'; expected a number of bytes, 0 to 1000",
          "4:64: network.duplicate: found '101%'; expected a share such as 5%, 0% to 100%",
        ]
      ),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }
}
