package import Diagnostics

/// Reads a text as one YAML 1.2 document and gives its tree, every node with its place.
///
/// There is a tree unless a mistake makes it impossible or would leave a part of it to guesswork; all mistakes that can be told
/// apart are reported at once: a text that is no YAML for want of quotation marks is reported and then read as if it had them, one in a
/// Markdown fence as if it stood alone, and one that tabs or full-width spaces indent as if they were blanks, so that the tree of a text with such mistakes is what was meant. Aliases stand expanded, with the alias's own place. The tree is at most
/// `SyntaxLimits.depth` deep, so that walking it recursively is safe.
///
/// Errors: `yaml-syntax`, `tab`, `duplicate-key`, `non-scalar-key`, `unknown-tag`, `invalid-scalar`, `unknown-alias`,
/// `recursive-alias`, `alias-expansion`, `too-deep`, `too-large`, `multiple-documents`, `empty-document`,
/// `forbidden-character`.
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
    /// Blanks the wide indents outside texts, once; returns true if there are any.
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
          // A plain text begins at its indent.
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
      // A mistake hides others in its line; a tab also those in the next line, which continues it.
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
    // It names the lines of all.
    if !misplaced.isEmpty { mistakes.removeAll { $0.code == "tab" } }
    result.diagnostics += misplaced + mistakes
    result.diagnostics = result.diagnostics.sortedByPlace()
    return result
  }
}

extension YAMLEvent {
  /// The event with the words of a text where another, of the same length, was read in its place.
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
/// The collections that have begun and not ended stand on a stack of its own, so that depth costs heap and is
/// limited by counting.
struct SyntaxTreeBuilder {
  /// A node with what aliases to it need to know.
  private struct Built {
    var node: SyntaxNode
    /// The nodes of the tree under it, itself included.
    var count = 1
    /// The collections on the longest way down, itself included.
    var height = 0
    var style: YAMLEvent.Style?
  }

  private enum Anchored {
    /// A collection that has not ended, the one with that number on the stack.
    case open(Int)
    case built(Built)
  }

  private struct Frame {
    var collection: YAMLEvent.Collection
    var start: SourcePosition
    /// Behind the last thing that belongs to the collection.
    var end: SourcePosition
    var items: [SyntaxNode] = []
    var entries: [SyntaxEntry] = []
    /// Where each key of the mapping stands first.
    var places: [String: SourceSpan] = [:]
    var key: Key = .expected
    var count = 1
    var height = 1
  }

  private enum Key {
    case expected
    case found(String, SourceSpan, isPlain: Bool)
    /// The value of a key that is a mistake; it is left out.
    case refused
  }

  private(set) var diagnostics: [Diagnostic] = []
  /// True if a mistake makes going on impossible.
  private(set) var isFinished = false

  private let text: SourceText
  private var stack: [Frame] = []
  private var anchors: [String: Anchored] = [:]
  /// The anchors' names in the order of their first use.
  private var anchorNames: [String] = []
  private var root: Built?
  private var documents = 0
  /// How many nodes the aliases stand for so far.
  private var expandedNodes = 0
  /// False if something that the text says is missing in the tree.
  private var isWhole = true

  init(_ text: SourceText) { self.text = text }

  /// The tree, unless a part of it is missing, and all mistakes.
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

  /// Reports a mistake that leaves a part out of the tree.
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
    // libyaml ends a block text behind the line breaks and blank lines that follow it.
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
      // `!guest` and `!= guest` are read as what they mean elsewhere.
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
      // The signs that close a flow collection were not meant as words.
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
    // To libyaml a block collection lasts until the next thing begins; here it ends with its last item.
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
  /// The stand-in for an alias that leads nowhere.
  fileprivate static let null = Self.scalar(SyntaxScalar(text: "", kind: .null))
}
