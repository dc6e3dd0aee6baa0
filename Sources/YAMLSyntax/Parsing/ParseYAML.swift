package import Diagnostics

/// Parses a text as one YAML 1.2 document into a tree whose nodes have spans.
///
/// There is a tree unless a mistake makes one impossible or part of it a guess. All mistakes that can be told apart are reported at once. A
/// text that is invalid for lack of quotation marks is reported and then read as if it had them, one in a Markdown fence as if the fence
/// were not there, and one indented by tabs or full-width spaces as if they were spaces, so that the tree is what was meant. Aliases are
/// expanded, with the span of the alias. The tree is at most `SyntaxLimits.depth` deep, so walking it recursively is safe.
///
/// Errors: `yaml-syntax`, `tab`, `duplicate-key`, `non-scalar-key`, `unknown-tag`, `invalid-scalar`, `unknown-alias`, `recursive-alias`,
/// `alias-expansion`, `too-deep`, `too-large`, `multiple-documents`, `empty-document`, `forbidden-character`.
package func parseYAML(_ file: SourceFile) -> Checked<SyntaxNode> {
  if file.text.utf8.count > SyntaxLimits.bytes { return Checked(nil, diagnostics: [.tooLarge]) }
  let text = SourceText(file.text)
  let forbidden = forbiddenCharacters(in: text)
  if !forbidden.isEmpty { return Checked(nil, diagnostics: forbidden) }
  if let line = MergeConflict.line(in: Array(file.text.utf8)) {
    return Checked(nil, diagnostics: [.mergeConflict(line)])
  }

  var meant = text
  var mistakes: [Diagnostic] = []
  var wideIndents = text.wideIndents
  var tabWidth: Int?
  while true {
    var builder = SyntaxTreeBuilder(meant)
    var tabs = TabCheck(meant)
    let input = ParserInput(meant, tabWidth: tabWidth)
    var parser = YAMLEventParser(input.text)
    var quoted: [Range<Int>] = []
    /// Replaces wide indents outside texts by spaces, the first time it is called; returns true if there are any.
    func blankWideIndents() -> Bool {
      let wrong = wideIndents.filter { !quoted.covers($0.lowerBound) }
      wideIndents = []
      guard !wrong.isEmpty else { return false }
      mistakes.append(.wideIndent(wrong, in: text))
      for range in wrong { meant.blank(range) }
      return true
    }
    do {
      while !builder.isFinished, var event = try parser.next() {
        event = input.restored(event)
        tabs.see(event)
        if case .scalar(let scalar) = event.kind, !wideIndents.isEmpty {
          let start = event.range.lowerBound
          // The range of a plain text begins after its indent.
          let begin = scalar.style == .plain ? meant.line(at: start).upperBound : start
          if begin < event.range.upperBound { quoted.append(begin..<event.range.upperBound) }
        }
        builder.take(mistakes.isEmpty ? event : event.quoting(text, where: meant))
      }
    } catch {
      let error = input.restored(error)
      if blankWideIndents() { continue }
      if let fence = MarkdownFence(before: error.place, in: meant) {
        mistakes.append(fence.diagnostic)
        for range in fence.outside { meant.blank(range) }
        continue
      }
      if mistakes.count < SyntaxLimits.unquotedTexts, let wide = WideSigns(error, in: meant),
        !mistakes.contains(where: { $0.span?.start.line == wide.diagnostic.span?.start.line })
      {
        mistakes.append(wide.diagnostic)
        meant = wide.meant
        continue
      }
      let shown = tabWidth == nil ? meant : meant.withBlanksForTabs
      let explanation = ProblemExplanation(problem: error, text: shown)
      let mistake = explanation.diagnostic
      let line = mistake.span?.start.line
      // A mistake hides others on its line, and a tab also those on the next line, which continues it.
      let isNew = !mistakes.contains { known in
        guard let line, let place = known.span?.start.line else { return line == nil }
        return place == line || known.code == "tab" && place == line - 1
      }
      if isNew { mistakes.append(mistake) }
      if isNew, mistakes.count < SyntaxLimits.unquotedTexts {
        if mistake.code == "tab", tabWidth == nil {
          tabWidth = ParserInput.tabWidth(in: meant)
          continue
        }
        if let sign = explanation.straySign {
          meant.blank(sign)
          continue
        }
        if let range = explanation.unquotedText, meant.makePlain(range) { continue }
      }
      return Checked(nil, diagnostics: (builder.diagnostics + mistakes).sortedByPlace())
    }
    if blankWideIndents() { continue }
    var result = builder.result()
    let misplaced = builder.isFinished ? [] : tabs.diagnostics()
    // This diagnostic lists the lines of all tabs.
    if !misplaced.isEmpty { mistakes.removeAll { $0.code == "tab" } }
    result.diagnostics += misplaced + mistakes
    result.diagnostics = result.diagnostics.sortedByPlace()
    return result
  }
}

extension YAMLEvent {
  /// Restores the text of a scalar from the original where a replacement of the same length was parsed.
  fileprivate func quoting(_ text: SourceText, where read: SourceText) -> YAMLEvent {
    guard case .scalar(var scalar) = kind, scalar.style == .plain, text[range] != read[range],
      !text[range].contains(where: \.isNewline)
    else { return self }
    scalar.text = text[range]
    return YAMLEvent(kind: .scalar(scalar), range: range)
  }
}

/// Builds the tree from libyaml's events, without recursion, and checks what libyaml does not.
///
/// Open collections are kept on an explicit stack, so that depth uses heap memory and can be limited.
struct SyntaxTreeBuilder {
  /// A node with the data that its aliases need.
  private struct Built {
    var node: SyntaxNode
    /// The number of nodes in its tree, including itself.
    var count = 1
    /// The number of collections on the longest path down, including itself.
    var height = 0
    var style: YAMLEvent.Style?
  }

  private enum Anchored {
    /// A collection that has not ended, given by its index on the stack.
    case open(Int)
    case built(Built)
  }

  private struct Frame {
    var collection: YAMLEvent.Collection
    var start: SourcePosition
    /// The end of the last thing that belongs to the collection.
    var end: SourcePosition
    var items: [SyntaxNode] = []
    var entries: [SyntaxEntry] = []
    /// The first span of each key of the mapping.
    var places: [String: SourceSpan] = [:]
    var key: Key = .expected
    var count = 1
    var height = 1
  }

  private enum Key {
    case expected
    case found(String, SourceSpan, isPlain: Bool)
    /// The key is a mistake, and its value will be omitted.
    case refused
  }

  private(set) var diagnostics: [Diagnostic] = []
  /// True if a mistake makes it impossible to continue.
  private(set) var isFinished = false

  private let text: SourceText
  private var stack: [Frame] = []
  private var anchors: [String: Anchored] = [:]
  /// The names of the anchors in order of first use.
  private var anchorNames: [String] = []
  private var root: Built?
  private var documents = 0
  /// The number of nodes that the aliases have expanded to so far.
  private var expandedNodes = 0
  /// False if the tree lacks a part of the text.
  private var isWhole = true

  init(_ text: SourceText) { self.text = text }

  /// Returns the tree, unless a part of it is missing, and all mistakes.
  func result() -> Checked<SyntaxNode> {
    var diagnostics = diagnostics
    guard let root, !isEmpty(root) else {
      if diagnostics.isEmpty { diagnostics.append(.emptyDocument) }
      return Checked(nil, diagnostics: diagnostics)
    }
    let isUsable = isWhole && !isFinished
    return Checked(isUsable ? root.node : nil, diagnostics: diagnostics)
  }

  mutating func take(_ event: YAMLEvent) {
    let span = text.span(event.range)
    switch event.kind {
    case .documentStart:
      documents += 1
      if documents > 1 { stop(.multipleDocuments(at: span)) }
    case .documentEnd: break
    case .alias(let name): expand(name, at: span)
    case .scalar(let scalar): take(scalar, event.range)
    case .collectionStart(let collection): begin(collection, at: span)
    case .collectionEnd: end(at: span.end)
    }
    if diagnostics.count > SyntaxLimits.mistakes, !isFinished {
      diagnostics.removeLast(diagnostics.count - SyntaxLimits.mistakes)
      stop(.tooManyMistakes)
    }
  }

  private mutating func stop(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    isFinished = true
  }

  /// Reports a mistake that omits a part from the tree.
  private mutating func leaveOut(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    isWhole = false
  }

  private func isEmpty(_ built: Built) -> Bool {
    built.style == .plain && built.node.span.start == built.node.span.end
  }
}

// MARK: - Scalars and aliases

extension SyntaxTreeBuilder {
  private mutating func take(_ scalar: YAMLEvent.Scalar, _ range: Range<Int>) {
    // libyaml includes the line breaks and blank lines after a block scalar in its range.
    let end = scalar.style == .block ? text.contentEnd(of: range) : range.upperBound
    let span = text.span(range.lowerBound..<max(end, range.lowerBound))
    var value = SyntaxScalar(text: scalar.text, kind: .text)
    switch CoreTag(scalar.tag) {
    case .none:
      if scalar.style == .plain { value.kind = SyntaxScalar.Kind(resolving: scalar.text) }
    case .core(let tag):
      if let kind = tag.kind(of: scalar.text) {
        value.kind = kind
      } else {
        diagnostics.append(.invalidScalar(scalar.text, tag: tag, at: span))
      }
    case .unknown(let tag):
      // `!guest` and `!= guest` are read as negations, as in other languages.
      let isSign = ["!=", "!==", "!"].contains(tag)
      let bare = String(tag.drop { "!=".contains($0) })
      let said = isSign ? scalar.text : scalar.text.isEmpty ? bare : ""
      let denied = said.isEmpty ? nil : said
      diagnostics.append(.unknownTag(tag, denying: denied, at: span))
      if let denied { value.text = "not \(denied)" }
    }
    if scalar.style == .plain, !range.isEmpty, diagnostics.count < SyntaxLimits.mistakes,
      let words = text.wordsOfComment(behind: range.upperBound)
    {
      // Brackets that close a flow collection were not meant as words.
      let closing = stack.last?.collection.isFlow == true ? "}], " : ""
      let end = words.last { !closing.unicodeScalars.contains(text[$0] ?? " ") } ?? words.lowerBound
      let meant = words.lowerBound..<end + 1
      diagnostics.append(.lostWords(text[meant], behind: scalar.text, at: text.span(meant)))
    }
    let node = SyntaxNode(content: .scalar(value), span: span)
    let built = Built(node: node, style: scalar.style)
    remember(.built(built), as: scalar.anchor)
    add(built)
  }

  private mutating func expand(_ name: String, at span: SourceSpan) {
    switch anchors[name] {
    case nil:
      let near = NearestName.of(name, among: anchorNames.prefix(1000))
      leaveOut(.unknownAlias(name, near: near, at: span))
      add(Built(node: SyntaxNode(content: .null, span: span)))
    case .open(let depth):
      leaveOut(.recursiveAlias(name, anchor: stack[depth].start, at: span))
      add(Built(node: SyntaxNode(content: .null, span: span)))
    case .built(var built):
      expandedNodes += built.count
      if expandedNodes > SyntaxLimits.expandedNodes {
        return stop(.aliasExpansion(name, at: span))
      }
      if stack.count + built.height > SyntaxLimits.depth { return stop(.tooDeep(at: span)) }
      built.node.span = span
      built.style = nil
      add(built)
    }
  }

  private mutating func remember(_ anchored: Anchored, as name: String?) {
    guard let name else { return }
    if anchors.updateValue(anchored, forKey: name) == nil { anchorNames.append(name) }
  }
}

// MARK: - Collections

extension SyntaxTreeBuilder {
  private mutating func begin(_ collection: YAMLEvent.Collection, at span: SourceSpan) {
    guard stack.count < SyntaxLimits.depth else { return stop(.tooDeep(at: span)) }
    switch CoreTag(collection.tag) {
    case .none: break
    case .core(let tag) where tag == (collection.isMapping ? .map : .seq): break
    case .core(let tag): diagnostics.append(.unknownTag("!!" + tag.rawValue, at: span))
    case .unknown(let tag): diagnostics.append(.unknownTag(tag, at: span))
    }
    remember(.open(stack.count), as: collection.anchor)
    stack.append(Frame(collection: collection, start: span.start, end: span.end))
  }

  private mutating func end(at end: SourcePosition) {
    guard let frame = stack.popLast() else { return }
    let content: SyntaxNode.Content =
      frame.collection.isMapping ? .mapping(frame.entries) : .sequence(frame.items)
    // In libyaml, a block collection extends to the next token; here it ends with its last item.
    let span = SourceSpan(start: frame.start, end: frame.collection.isFlow ? end : frame.end)
    let built = Built(
      node: SyntaxNode(content: content, span: span),
      count: frame.count,
      height: frame.height
    )
    if let name = frame.collection.anchor, case .open(stack.count) = anchors[name] {
      anchors[name] = .built(built)
    }
    add(built)
  }

  private mutating func add(_ built: Built) {
    guard !stack.isEmpty else {
      root = built
      return
    }
    let top = stack.count - 1
    stack[top].count += built.count
    stack[top].height = max(stack[top].height, built.height + 1)
    stack[top].end = max(stack[top].end, built.node.span.end)
    guard stack[top].collection.isMapping else {
      stack[top].items.append(built.node)
      return
    }
    switch stack[top].key {
    case .expected:
      stack[top].key = checkedKey(built)
    case .refused:
      stack[top].key = .expected
    case .found(let key, let keySpan, let isPlain):
      stack[top].key = .expected
      if isPlain, stack[top].collection.isFlow, isEmpty(built),
        key.contains(where: { $0 == ":" || $0 == "：" })
      {
        return leaveOut(.missingBlank(in: key, at: keySpan))
      }
      if let first = stack[top].places.updateValue(keySpan, forKey: key) {
        stack[top].places[key] = first
        diagnostics.append(.duplicateKey(key, at: keySpan, first: first))
        return
      }
      stack[top].entries.append(SyntaxEntry(key: key, keySpan: keySpan, value: built.node))
    }
  }

  private mutating func checkedKey(_ built: Built) -> Key {
    guard case .scalar(let scalar) = built.node.content else {
      leaveOut(.nonScalarKey(at: built.node.span))
      return .refused
    }
    if isEmpty(built) {
      leaveOut(.missingKey(at: built.node.span))
      return .refused
    }
    if built.style == .plain, scalar.text == "<<" {
      leaveOut(.mergeKey(at: built.node.span))
      return .refused
    }
    return .found(scalar.text, built.node.span, isPlain: built.style == .plain)
  }
}

extension SyntaxNode.Content {
  /// A placeholder for an unresolved alias.
  fileprivate static let null = Self.scalar(SyntaxScalar(text: "", kind: .null))
}
