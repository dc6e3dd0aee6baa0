import Diagnostics
import Testing
import YAMLSyntax

/// Damaged copies of a spec are read or refused, without crashes or silently empty results.
struct DamagedTextTests {
  private static let sample = """
    specmatrix: 1                 # version
    id: POST
    feature: つくれぽを投稿する 👨‍👩‍👧‍👦
    source: [https://example.com/figma/123]
    states: &states
      login:
        label: "ログイン状態\\n"
        values: {guest: 未ログイン, member: 'ログイン''済み'}
      plan: *states2
    data:
      photos: {range: 1..4, note: |
        }
    other: &states2 [a, {b: c}]
    text: >-
      折り返す
      文章

    again: *states2
    rules:
      submit:
        - id: post-ok
          when: {photos: valid}
          then:
          - 投稿が完了する
          - "\\ud83d\\ude00"

    """

  /// SplitMix64.
  private struct Generator {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed >> 31
      return Int(mixed % UInt64(bound))
    }
  }

  private static let signs =
    Array("\t\n\r \"'[]{}:,-?&*!|>%@`#\\\0~<".utf8) + [0xC3, 0xE3, 0xF0, 0x80, 0xFF]

  private func isSound(_ bytes: [UInt8]) -> Bool {
    let read = readSource(bytes: bytes, path: "a.yaml")
    guard let file = read.value else { return read.hasErrors }
    let result = parseYAML(file)
    let shown = DiagnosticRenderer().render(result.diagnostics, in: file)
    guard let tree = result.value else { return result.hasErrors && !shown.isEmpty }
    let lines = SourceLines(file.text)
    return tree.allSpans.allSatisfy { span in
      guard let first = lines[span.start.line], let last = lines[span.end.line] else {
        return false
      }
      return span.start <= span.end
        && span.start.column <= first.unicodeScalars.count + 1
        && span.end.column <= last.unicodeScalars.count + 1
    }
  }

  @Test(arguments: 0..<20)
  func bytesDamaged(_ seed: Int) {
    var generator = Generator(state: UInt64(seed))
    for _ in 0..<30 {
      var bytes = Array(Self.sample.utf8)
      for _ in 0...generator.next(below: 4) {
        let place = generator.next(below: bytes.count)
        let sign = Self.signs[generator.next(below: Self.signs.count)]
        switch generator.next(below: 4) {
        case 0: bytes[place] = sign
        case 1: bytes.insert(sign, at: place)
        case 2:
          bytes.removeSubrange(place..<min(bytes.count, place + 1 + generator.next(below: 20)))
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
        }
        if bytes.isEmpty { bytes = [sign] }
      }
      #expect(isSound(bytes), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func cutOffAnywhere() {
    let bytes = Array(Self.sample.utf8)
    for length in bytes.indices {
      #expect(isSound(Array(bytes[..<length])), "the first \(length) bytes")
    }
  }
}
