import Text

@testable import SpecMatrixCLI

/// A spec, or a pack for it, that answers were put into.
struct AnsweredText {
  private let workshop: Workshop
  private let path: String
  private let before: String
  private let spec: String

  /// The file at a path, with what stood in it before; the spec that asked is named where the file is a pack.
  init(_ workshop: Workshop, _ path: String, before: String, spec: String? = nil) {
    self.workshop = workshop
    self.path = path
    self.before = before
    self.spec = spec ?? path
  }

  /// What holds of the file after its answers, whatever they were.
  ///
  /// It is still valid, with nothing in it that a terminal obeys. What was there is still there. What was applied is no question any more,
  /// and putting the answers in again changes nothing.
  func expectSound(after run: Run) {
    let text = workshop.text(path) ?? ""
    let edit = UnifiedDiff(path: path, old: before, new: text).text
    let lines = run.errors.split(separator: "\n")
    let applied = lines.filter { $0.has(": applied Q-") }
    if applied.isEmpty, text != before { run.report("nothing applied, but \(path) changed") }
    let known = Set(before.unicodeScalars.filter(InvisibleSigns.has))
    for scalar in text.unicodeScalars where InvisibleSigns.has(scalar) && !known.contains(scalar) {
      run.report("U+\(String(scalar.value, radix: 16, uppercase: true)) in the spec\n\(edit)")
    }
    guard !applied.isEmpty else { return }
    let check = Run("check", spec, "--format", "json", "--jobs", "1")
    if check.status > .findings { check.report("no spec any more:\n\(edit)\n\(run.errors)") }
    // What the spec asked itself gives way to its answer.
    let changes =
      edit.split(separator: "\n").contains { $0.hasPrefix("-") && $0.has("question:") }
      || applied.contains { $0.has("is decided") || $0.has("is deferred") }
    if !changes, !before.isPart(of: text) { run.report("something is gone:\n\(edit)") }
    let open = openQuestions(in: check)
    for line in applied where !line.has("is deferred") {
      guard let id = line.id, open.contains(id) else { continue }
      run.report("\(id) is applied and still open\n\(edit)")
    }
    let again = Run(run.arguments)
    if workshop.text(path) != text {
      let later = UnifiedDiff(path: path, old: text, new: workshop.text(path) ?? "").text
      again.report("the second time changes the spec:\n\(edit)\n---\n\(later)")
    }
    if let line = again.errors.split(separator: "\n").first(where: { $0.has(": applied Q-") }) {
      again.report("the second time applies: \(line)\n\(run.errors)")
    }
  }

  private func openQuestions(in check: Run) -> Set<String> {
    var ids: Set<String> = []
    for spec in check.json(check.output, called: "the report")["specs"]?.array ?? [] {
      for finding in spec["findings"]?.array ?? [] {
        if let id = finding["id"]?.string { ids.insert(id) }
      }
    }
    return ids
  }
}

extension String {
  /// True if all bytes of this text stand in another, in their order.
  fileprivate func isPart(of other: String) -> Bool {
    var rest = utf8.makeIterator()
    var next = rest.next()
    for byte in other.utf8 where byte == next { next = rest.next() }
    return next == nil
  }
}

extension Substring {
  fileprivate func has(_ text: String) -> Bool { place(of: text) != nil }

  /// The id of the question that the line is about.
  fileprivate var id: String? {
    place(of: "applied Q-").map { place in
      String(decoding: utf8[utf8.index(place, offsetBy: 8)...].prefix(10), as: UTF8.self)
    }
  }

  private func place(of text: String) -> Index? {
    let bytes = Array(text.utf8)
    return utf8.indices.first { utf8[$0...].starts(with: bytes) }
  }
}
