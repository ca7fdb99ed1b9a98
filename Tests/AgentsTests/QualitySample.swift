import Media
import SansIO

/// A picture and damaged copies of it, by which agents' PSNR and SSIM are held against Swift's.
enum QualitySample {
  static let original: Picture = {
    var source = TimecodeSource(width: 320, height: 180, framesPerSecond: 30)
    return source.picture(frame: 77, captured: Instant(nanoseconds: 123_456_789))
  }()

  static let pictures: [(name: String, picture: Picture)] = [
    ("equal", original), ("brighter", original.changed { _, byte in byte + 6 }),
    ("coarser", original.changed { _, byte in byte / 16 * 16 }),
    (
      "smeared",
      original.changed { index, byte in (byte + Int(original.bytes[max(0, index - 3)])) / 2 }
    ),
  ]

  /// PSNR of luma alone, by the chroma that is left as it was, and SSIM.
  static func ofLuma(_ picture: Picture) -> [Double] {
    // Chroma is half as many samples again; without them the error is spread over fewer.
    let all = psnr(original, picture).doubleValue
    let luma = all >= 48 ? all : all - 10 * PortableMath.log10(1.5)
    return [luma, ssim(original, picture)?.doubleValue ?? -1]
  }
}

extension Picture {
  /// `change` is given the index of each byte of luma and the byte; the bytes of a test picture are below 240.
  fileprivate func changed(_ change: (Int, Int) -> Int) -> Picture {
    var bytes = bytes
    for index in 0..<width * height {
      bytes[index] = UInt8(clamping: change(index, Int(bytes[index])))
    }
    return Picture(width: width, height: height, bytes: bytes) ?? self
  }

  /// Luma as RGBA in full range, as a browser would show it were there no colours.
  var greyPixels: [UInt8] {
    bytes[..<(width * height)].flatMap { luma in
      let grey = UInt8(clamping: ((Int(luma) - 16) * 255 + 109) / 219)
      return [grey, grey, grey, 255]
    }
  }
}
