import Netem
import SansIO
import Scenario
import TestSupport
import Testing

@Suite("Matrix")
struct MatrixTests {
  private let text = Sample.call(
    """
    network: wifi
    matrix:
      network: [perfect, 3g, {loss: 5%}]
      peers.alice.video.codecs: [[VP8], [H264/42e01f, VP8]]
    """)

  @Test("the cells are the product, in file order, each with its name")
  func product() throws {
    let cells = try Sample.parse(text)
    var table = Table()
    table.equal(
      cells.map(\.name),
      [
        "T [network=perfect, alice.video.codecs=VP8]",
        "T [network=perfect, alice.video.codecs=H264/42e01f+VP8]",
        "T [network=3g, alice.video.codecs=VP8]",
        "T [network=3g, alice.video.codecs=H264/42e01f+VP8]",
        "T [network={loss: 5%}, alice.video.codecs=VP8]",
        "T [network={loss: 5%}, alice.video.codecs=H264/42e01f+VP8]",
      ], "names")
    table.equal(cells.map { $0.peers[0].video?.codecs.count ?? 0 }, [1, 2, 1, 2, 1, 2], "codecs")
    table.equal(cells.map(\.title), cells.map { _ in "T" }, "titles")
    table.equal(cells[2].networkNames, ["3g", "perfect"], "network names")
    table.equal(cells[5].network[0].up.loss, .uniform(0.05), "loss")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("a network given for the run takes the place of the file's")
  func network() throws {
    let cells = try Sample.parse(text, network: "lte")
    var table = Table()
    table.equal(
      cells.map(\.name),
      [
        "T [network=lte, alice.video.codecs=VP8]",
        "T [network=lte, alice.video.codecs=H264/42e01f+VP8]",
      ],
      "names")
    let plain = try Sample.parse(Sample.call("network: {bob: 3g}"), network: "edge")
    table.equal(plain.map(\.networkNames), [["edge", "perfect"]], "without a matrix")
    table.equal(plain.map(\.name), ["T"], "its name")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("an axis reaches places that the file leaves out")
  func places() throws {
    let cells = try Sample.parse(
      Sample.call(
        """
        matrix:
          seed: [1, 2]
          peers.bob.ice.trickle: [false]
          call.2: [connected within 3s]
        """))
    var table = Table()
    table.equal(cells.map(\.seed), [1, 2], "seed")
    table.equal(cells.map { $0.peers[1].ice.trickle }, [false, false], "trickle")
    table.equal(
      cells.map { $0.call[2].value },
      [.connected(within: .seconds(3)), .connected(within: .seconds(3))], "step")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("exceptions change the cells that fit, or leave them out")
  func exceptions() throws {
    let text = Sample.call(
      """
      matrix:
        peers.alice.stack: [swift, firefox, janus]
        peers.bob.stack: [swift, janus]
      exceptions:
        - where: {peers.bob.stack: janus}
          set: {peers.bob.forwards: alice, expect: [connected: {alice: within 9s}]}
        - where: {peers.alice.stack: [firefox, janus], peers.bob.stack: janus}
          skip: not today
      """)
    let cells = try Sample.parse(text)
    var table = Table()
    table.equal(cells.map(\.skip), [nil, nil, nil, "not today", nil, "not today"], "left out")
    table.equal(cells.map { !$0.forwards.isEmpty }, [false, true, false, true, false, true], "set")
    table.equal(
      cells.map { $0.pairing.map { "\($0.table): \($0.offerer) to \($0.answerer)" } },
      [
        "T: swift to swift", "T: swift to janus", "T: firefox to swift", "T: firefox to janus",
        "T: janus to swift", "T: janus to janus",
      ], "cells of a table")
    let other = try Sample.parse(Sample.call("matrix: {peers.bob.stack: [swift, janus]}"))
    table.equal(other.map { $0.pairing == nil }, [true, true], "one axis makes no table")
    #expect(table.failures.isEmpty, "\(table.failures)")
  }

  @Test("exceptions that are none are told")
  func wrongExceptions() {
    let matrix = "matrix: {peers.bob.stack: [firefox, janus]}\n"
    let rows: [(more: String, error: String)] = [
      ("exceptions: [{where: {network: 3g}, skip: x}]", "found exceptions without a matrix"),
      (matrix + "exceptions: []", "expected a list of exceptions, 1 to 500"),
      (matrix + "exceptions: [{skip: x}]", "found no 'where'"),
      (
        matrix + "exceptions: [{where: {peers.bob.stack: janus}}]", "found neither 'set' nor 'skip'"
      ),
      (
        matrix + "exceptions: [{where: {peers.bob.stack: pion}, skip: x}]",
        "found an exception that fits no cell of the matrix"
      ),
      (
        matrix + "exceptions: [{where: {peers.bob.stack: janus}, set: {peers.bop.ip: v6}}]",
        "found the place in peers 'bop'"
      ),
      (
        matrix + "exceptions: [{where: {peers.bob.stack: janus}, set: {peers.bob.ipp: v6}}]",
        "found the key 'ipp'"
      ),
      (matrix + "exceptions: [{whre: {peers.bob.stack: janus}, skip: x}]", "found the key 'whre'"),
    ]
    var table = Table()
    for row in rows {
      let errors = Sample.errors(Sample.call(row.more))
      table.holds(errors.contains { $0.contains(row.error) }, "\(row.more): \(errors)")
    }
    #expect(table.failures.isEmpty, "\(table.failures)")
  }
}
