import Diagnostics
import Specification
import Testing
import YAMLSyntax

@Suite struct CataloguePackTests {
  private static let kitchen = """
    operations:
      kitchen_timer:
        label: {en: Kitchen timer, ja: キッチンタイマー}
        question: {en: Is it heard?, ja: 鳴りますか?}
        variants:
          end: {en: at the end, ja: 終了時}
        also:
          long_name: {label: a long name, sample: "  tomatoes", invalid: true}
    states:
      kitchen_mode: {label: Kitchen mode, question: Is the screen kept on?}
    traits:
      has_timer: [kitchen_timer, background, back]
      mobile: [kitchen_timer]
    core: [rotate]
    rename:
      network_error: {label: {en: No connection, ja: 通信不可}}
      server_error: {question: Who is told?}
    """

  private func adding(
    _ text: String,
    to catalogue: Catalogue = .standard
  ) throws -> Checked<Catalogue> {
    let tree = try #require(parseYAML(SourceFile(path: "pack.yaml", text: text)).value)
    return catalogue.adding(tree)
  }

  @Test func `a pack adds entries and traits, and keeps the order of kinds`() throws {
    let checked = try adding(Self.kitchen)
    #expect(checked.diagnostics.map(\.message) == [])
    let catalogue = try #require(checked.value)
    let timer = try #require(catalogue.operation("kitchen_timer"))
    #expect(timer.traits == ["has_timer", "mobile"])
    #expect(timer.variants.map(\.id) == ["end"])
    #expect(timer.otherVariants[0].sample == "  tomatoes")
    #expect(timer.otherVariants[0].isInvalid)
    #expect(timer.clause == .none)
    #expect(catalogue["kitchen_mode"]?.label(.japanese) == "Kitchen mode")
    #expect(catalogue.traits == Catalogue.standard.traits + ["has_timer"])
    #expect(catalogue["background"]?.traits == ["mobile", "has_timer"])
    // What every feature is asked about is not narrowed to a trait.
    #expect(catalogue["back"]?.traits == [])
    #expect(catalogue["rotate"]?.isCore == true)
    let kinds = catalogue.listings.map(\.kind)
    let order = CatalogueEntry.Kind.allCases
    #expect(
      zip(kinds, kinds.dropFirst()).allSatisfy { pair in
        (order.firstIndex(of: pair.0) ?? 0) <= (order.firstIndex(of: pair.1) ?? 0)
      }
    )
    #expect(catalogue["network_error"]?.label(.japanese) == "通信不可")
    #expect(catalogue["network_error"]?.clause == CatalogueEntry.Text.none)
    #expect(catalogue["network_error"]?.variants.map(\.id) == ["offline", "timeout", "drop"])
    #expect(catalogue["server_error"]?.question(.english) == "Who is told?")
    #expect(catalogue["server_error"]?.clause == Catalogue.standard["server_error"]?.clause)
  }

  @Test func `a second pack builds on the first`() throws {
    let first = try #require(try adding(Self.kitchen).value)
    let clash = try adding("operations: {kitchen_timer: {label: A, question: B?}}", to: first)
    #expect(clash.value == nil)
    #expect(clash.diagnostics.map(\.code) == ["duplicate-name"])
    let more = try adding("traits: {has_oven: [kitchen_timer]}", to: first)
    #expect(more.value?["kitchen_timer"]?.traits == ["has_timer", "mobile", "has_oven"])
  }

  @Test(arguments: [
    ("operations: {back: {label: A, question: B?}}", "duplicate-name"),
    (
      "operations: {new: {label: A, question: B?}}\nstates: {new: {label: A, question: B?}}",
      "duplicate-name"
    ),
    ("operations: {New: {label: A, question: B?}}", "invalid-id"),
    ("operations: {a/b: {label: A, question: B?}}", "invalid-id"),
    ("operations: {new: {label: A}}", "missing-key"),
    ("operations: {new: {label: A, question: B?, colour: C}}", "unknown-key"),
    ("operations: {new: {label: {en: A}, question: B?}}", "missing-key"),
    (
      "operations: {new: {label: A, question: B?, variants: {x: X}, also: {x: X}}}",
      "duplicate-name"
    ),
    ("states: {new: {label: A, question: B?, variants: {x: X}}}", "conflicting-keys"),
    ("traits: {mobile: [bakc]}", "unknown-operation"),
    ("traits: {mobile: []}", "empty-list"),
    ("core: [nothing]", "unknown-operation"),
    ("rename: {bakc: {label: Back}}", "unknown-operation"),
    ("rename: {back: {}}", "missing-key"),
    ("rename: {back: {why: A}}", "unknown-key"),
    ("rename: {plan: {clause: A}}", "conflicting-keys"),
    ("entries: {}", "unknown-key"),
    ("[a]", "wrong-type"),
  ])
  func `a mistake in a pack has a place and no catalogue`(text: String, code: String) throws {
    let checked = try adding(text)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.code) == [code])
    #expect(checked.diagnostics.allSatisfy { $0.span != nil })
  }
}
