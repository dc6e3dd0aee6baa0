import Testing
import Workbooks

/// Every text has a contrast of at least 4.5 to 1 with its fill, on screen and in grey (WCAG 2.2, 1.4.3).
@Suite struct ContrastTests {
  private static let least = 4.5
  private static let white = 0xFFFFFF

  @Test(arguments: CellStyle.allCases) func styles(style: CellStyle) {
    let look = CellLook(style)
    #expect(contrast(look.color, look.fill ?? Self.white) >= Self.least)
  }

  @Test(arguments: CellTone.allCases) func tones(tone: CellTone) {
    let look = ToneLook(tone)
    #expect(contrast(look.color, look.fill) >= Self.least)
  }

  @Test func blackOnWhiteIsTheMost() {
    #expect(contrast(0, Self.white) == 21)
    #expect(contrast(0x777777, Self.white) < 4.5)
    #expect(contrast(0x767676, Self.white) > 4.5)
  }

  private func contrast(_ first: Int, _ second: Int) -> Double {
    let (one, two) = (luminance(first), luminance(second))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private func luminance(_ color: Int) -> Double {
    0.2126 * linear(color >> 16 & 255) + 0.7152 * linear(color >> 8 & 255)
      + 0.0722 * linear(color & 255)
  }

  private func linear(_ part: Int) -> Double {
    let share = Double(part) / 255
    return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055)
  }

  /// Returns `base` to the power of 2.4, as the fifth root of the twelfth power.
  private func power(_ base: Double) -> Double {
    var twelfth = 1.0
    for _ in 0..<12 { twelfth *= base }
    var root = 1.0
    for _ in 0..<200 {
      root -= (root * root * root * root * root - twelfth) / (5 * root * root * root * root)
    }
    return root
  }
}
