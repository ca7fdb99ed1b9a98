import Testing

extension ErrorTests {
  @Test("steps that are not understood, and steps that are impossible where they stand")
  func steps() {
    let failures = check([
      (Sample.script(""), ["4:7: call: found an empty list; expected a list of steps, 1 to 1000"]),
      (
        Sample.script("alice dails bob"),
        [
          "4:14: call[0]: found 'dails'; expected what alice does (dials, answers, mutes, unmutes, hangs up); did you mean 'dials'?"
        ]
      ),
      (
        Sample.script("alice dials bobb"),
        [
          "4:20: call[0]: found the peer 'bobb'; expected one of the peers alice, bob, carol; did you mean 'bob'?"
        ]
      ),
      (
        Sample.script("alcie dials bob"),
        [
          "4:8: call[0]: found the peer 'alcie'; expected one of the peers alice, bob, carol; did you mean 'alice'?"
        ]
      ),
      (
        Sample.script("alice dials"),
        ["4:8: call[0]: found 'alice dials'; expected whom alice dials"]
      ),
      (Sample.script("alice dials bob now"), ["4:24: call[0]: found 'now'; expected nothing more"]),
      (
        Sample.script("conected within 5s"),
        [
          "4:8: call[0]: found 'conected within 5s'; expected a step: 'alice dials bob', 'bob answers', 'connected within 5s', 'run for 20s', 'alice mutes audio', 'alice unmutes video', 'alice hangs up' or {network: …}; did you mean 'connected within 5s'?"
        ]
      ),
      (
        Sample.script("alice dials bob, connected within 5"),
        ["4:42: call[1]: found '5'; expected a duration such as 5s, 1ms to 86400s"]
      ),
      (
        Sample.script("alice dials bob, run for ever"),
        ["4:33: call[1]: found 'ever'; expected a duration such as 20s, 1ms to 86400s"]
      ),
      (
        Sample.script("alice dials bob, alice mutes sound"),
        ["4:37: call[1]: found 'sound'; expected audio or video"]
      ),
      (
        Sample.script("alice dials bob, {netwrok: 3g}"),
        ["4:26: call[1]: found the key 'netwrok'; expected 'network'; did you mean 'network'?"]
      ),
      (
        Sample.script("alice dials bob, {network: 3gg}"),
        [
          "4:35: call[1].network: found '3gg'; expected a profile name (perfect, wifi, cable, …); did you mean '3g'?"
        ]
      ),
      (
        Sample.script("dance"),
        [
          "4:8: call[0]: found 'dance'; expected a step: 'alice dials bob', 'bob answers', 'connected within 5s', 'run for 20s', 'alice mutes audio', 'alice unmutes video', 'alice hangs up' or {network: …}"
        ]
      ),
      (
        Sample.script("[alice]"),
        [
          "4:8: call[0]: found a list; expected a step: 'alice dials bob', 'bob answers', 'connected within 5s', 'run for 20s', 'alice mutes audio', 'alice unmutes video', 'alice hangs up' or {network: …}"
        ]
      ),
      (
        Sample.script("alice dials alice"),
        ["4:8: call[0]: found a peer that dials itself; expected another peer"]
      ),
      (
        Sample.script("bob answers"),
        [
          "4:8: call[0]: found an answer of bob, whom nobody is calling; expected '… dials bob' before"
        ]
      ),
      (
        Sample.script("alice dials bob, alice answers"),
        [
          "4:25: call[1]: found an answer of alice, whom nobody is calling; expected '… dials alice' before"
        ]
      ),
      (
        Sample.script("alice dials bob, bob answers, bob answers"),
        [
          "4:38: call[2]: found an answer of bob, whom nobody is calling; expected '… dials bob' before"
        ]
      ),
      (
        Sample.script("alice dials bob, carol dials alice"),
        ["4:25: call[1]: found a second call of alice; expected one call for each peer"]
      ),
      (
        Sample.script("connected within 5s"),
        ["4:8: call[0]: found a step before anyone dials; expected 'alice dials …' before"]
      ),
      (
        Sample.script("alice dials bob, connected within 5s"),
        [
          "4:25: call[1]: found a wait for a call that bob has not answered; expected 'bob answers' before"
        ]
      ),
      (
        Sample.script("alice hangs up"),
        ["4:8: call[0]: found a step of alice, who is in no call; expected a call of alice before"]
      ),
      (
        Sample.script("alice dials bob, alice hangs up, run for 2s"),
        [
          "4:41: call[2]: found a step after the call was hung up; expected nothing more of that call"
        ]
      ),
      (
        Sample.script("alice dials bob, alice hangs up, alice dials bob"),
        ["4:41: call[2]: found a second call of alice; expected one call for each peer"]
      ),
      (
        Sample.script("alice mutes audio"),
        ["4:8: call[0]: found a step of alice, who is in no call; expected a call of alice before"]
      ),
      (
        Sample.script("alice dials bob, alice unmutes audio"),
        ["4:25: call[1]: found audio that is not muted; expected 'alice mutes audio' before"]
      ),
      (
        Sample.script("alice dials bob, alice mutes audio, alice mutes audio"),
        ["4:44: call[2]: found audio that is muted already; expected 'alice unmutes audio' before"]
      ),
      (
        Sample.script("carol dials bob, carol mutes video"),
        ["4:25: call[1]: found video of carol, who sends none; expected what carol sends"]
      ),
      (
        Sample.script(
          "alice dials bob, connected within 5s", expect: "{times out: connected within 5s}"), []
      ),
    ])
    #expect(failures.isEmpty, "\(failures)")
  }
}
