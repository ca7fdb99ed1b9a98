import Testing

@testable import Media

@Suite("Why a recording cannot be a source, in words")
struct MediaErrorTests {
  @Test("a file of another kind is called so")
  func otherKind() {
    #expect("\(MediaError.notY4M)" == "not a Y4M file: it does not begin with 'YUV4MPEG2 '")
    #expect("\(MediaError.notWAV)" == "not a WAV file: it is not RIFF of form WAVE")
    #expect(
      "\(MediaError.truncated(offset: 60, needed: 100, available: 7))"
        == "it ends too early: byte 60 begins 100 bytes, of which 7 are there")
  }
}
