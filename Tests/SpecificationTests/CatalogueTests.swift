import Diagnostics
import Specification
import Testing
import YAMLSyntax

@Suite struct CatalogueTests {
  @Test func `the embedded catalogue is well formed`() {
    let catalogue = Catalogue.standard
    #expect(catalogue.entries.count >= 105)
    #expect(Set(catalogue.entries.map(\.id)).count == catalogue.entries.count)
    #expect(Set(catalogue.traits).count == catalogue.traits.count)
    #expect(catalogue.listings.count(where: \.isCore) == 13)
    for kind in CatalogueEntry.Kind.allCases {
      #expect(catalogue.listings.count { $0.kind == kind } >= 14)
    }
  }

  @Test(arguments: Catalogue.standard.entries)
  func `an entry speaks both languages and keeps to the rules of ids`(entry: CatalogueEntry) {
    let ids = (entry.variants + entry.otherVariants).map(\.id)
    for language in Language.allCases {
      #expect(!entry.label(language).isEmpty)
      #expect(!entry.question(language).isEmpty)
      #expect(!entry.why(language).isEmpty)
      #expect(entry.clause(language).isEmpty == (entry.kind != .operation))
      // A full stop or a question mark, as appropriate.
      #expect(entry.question(language).hasSuffix(language == .japanese ? "？" : "?"))
      #expect(entry.why(language).hasSuffix(language == .japanese ? "。" : "."))
      let placeholders = entry.clause(language).matches(of: /\{variant\}/).count
      #expect(placeholders <= 1 && (entry.variants.isEmpty || placeholders == 1), "\(entry.id)")
      for variant in entry.variants + entry.otherVariants {
        #expect(!variant.label(language).isEmpty)
      }
    }
    #expect(entry.label.english != entry.label.japanese)
    #expect(entry.id.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
    for id in ids { #expect(id.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil) }
    #expect(Set(ids).count == ids.count)
    #expect(entry.traits.allSatisfy(Catalogue.standard.traits.contains))
    #expect(Catalogue.standard[entry.id]?.id == entry.id)
    #expect((Catalogue.standard.operation(entry.id) != nil) == (entry.kind == .operation))
  }

  @Test(arguments: Catalogue.standard.entries.filter { $0.kind == .operation })
  func `an operation says how it is brought about`(entry: CatalogueEntry) {
    #expect(!(entry.isFailure && entry.happens))
    let variants = entry.variants + entry.otherVariants
    for how in [entry.how] + variants.map(\.how) {
      // The affected object is in braces, in both languages or in neither.
      #expect(how.english.contains("{") == how.japanese.contains("{"), "\(entry.id)")
      let english = how.english.during().split(separator: "\n")
      let japanese = how.japanese.during().split(separator: "\n")
      #expect(english.count == japanese.count || english.count == 1 || japanese.count == 1)
      for step in english {
        #expect(step.first?.isUppercase == true, "\(entry.id)")
        #expect(step.hasSuffix("."))
        #expect(!step.dropLast().contains { ".{}".contains($0) })
      }
      for step in japanese {
        // Steps end in a verb in plain form, or in a remark.
        #expect("うくぐすつぬぶむる）".contains(step.last ?? " "), "\(step)")
        #expect(!step.contains { "。{}".contains($0) })
      }
    }
    // Instructions must be concrete actions.
    let vague = [
      "do what", "try it", "do it", "go on using", "use the screen", "make the gesture", "操作を続ける",
      "操作する", "次の操作",
      "画面を操作", "サーバーを呼ぶ",
    ]
    for how in [entry.how] + variants.map(\.how) {
      for word in vague {
        #expect(!how.english.lowercased().contains(word), "\(entry.id): \(how.english)")
        #expect(!how.japanese.contains(word), "\(entry.id): \(how.japanese)")
      }
    }
    // A variant repeats nothing.
    #expect(Set(variants.map(\.how)).count == variants.count)
  }

  @Test func `failures are of what is around the feature, the rest befalls or is done`() {
    let operations = Catalogue.standard.entries.filter { $0.kind == .operation }
    #expect(
      operations.filter(\.isFailure).map(\.id) == [
        "network_error", "slow_network", "server_error", "rate_limit", "partial_failure",
        "third_party_failure", "permission_denied", "storage_full", "payment_failure",
      ]
    )
    let happening = Set(operations.filter(\.happens).map(\.id))
    #expect(
      happening.isSuperset(of: ["session_expired", "push_received", "interruption", "background"])
    )
    #expect(happening.isDisjoint(with: ["back", "text_input", "double_tap", "push_open"]))
    let interrupting = operations.filter(\.interrupts)
    #expect(interrupting.allSatisfy { !$0.isFailure })
    #expect(
      Set(interrupting.map(\.id)) == [
        "network_switch", "network_recovery", "session_expired", "forced_update", "push_received",
        "background", "app_kill", "rotate", "interruption", "screen_lock",
      ]
    )
  }

  @Test func `nobody may forget the network`() throws {
    let entry = try #require(Catalogue.standard["network_error"])
    #expect(entry.isCore)
    #expect(entry.variants.map(\.id) == ["offline", "timeout", "drop"])
    #expect(entry.label(.japanese) == "通信エラー")
  }

  @Test func `traits call for entries, none call for the core, and an empty list for nothing`()
    throws
  {
    let catalogue = Catalogue.standard
    func ids(_ traits: [String]?) -> Set<String> {
      Set(catalogue.listings.filter { $0.isRelevant(by: traits) }.map(\.id))
    }
    #expect(ids([]) == [])
    #expect(ids(nil) == Set(catalogue.listings.filter(\.isCore).map(\.id)))
    #expect(
      ids(["has_payment"])
        == [
          "back", "first_time", "feature_flag", "message", "analytics", "payment_failure", "plan",
        ]
    )
    #expect(ids(["has_list"]).isSuperset(of: ["next_page", "item_count"]))
  }
}

@Suite struct CataloguePackTests {
  private static let kitchen = """
    operations:
      kitchen_timer:
        label: {en: Kitchen timer, ja: キッチンタイマー}
        question: {en: Is it heard?, ja: 鳴りますか？}
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

  @Test func `a pack adds entries and traits, and keeps the order of kinds`() throws {
    let catalogue = try SpecificationTests.catalogue(with: Self.kitchen)
    let timer = try #require(catalogue.operation("kitchen_timer"))
    #expect(timer.traits == ["has_timer", "mobile"])
    #expect(timer.variants.map(\.id) == ["end"])
    #expect(timer.otherVariants[0].sample == "  tomatoes")
    #expect(timer.otherVariants[0].isInvalid)
    #expect(timer.clause == .none)
    #expect(catalogue["kitchen_mode"]?.label(.japanese) == "Kitchen mode")
    #expect(catalogue.traits == Catalogue.standard.traits + ["has_timer"])
    #expect(catalogue["background"]?.traits == ["mobile", "has_timer"])
    // Entries for every feature are not restricted to a trait.
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

  @Test func `a pack says how its entries, and others, are brought about`() throws {
    let catalogue = try SpecificationTests.catalogue(
      with: """
        operations:
          kitchen_timer:
            label: Kitchen timer
            happens: true
            how: {en: Set the timer to a second., ja: タイマーを1秒に設定する}
            variants: {end: {label: at the end, how: Wait., invalid: false}, start: at the start}
          oven: {label: The oven goes out, failure: true}
        rename:
          server_error: {how: {en: Choose the answer in the debug menu., ja: デバッグメニューで応答を選ぶ}}
        """
    )
    let timer = try #require(catalogue.operation("kitchen_timer"))
    #expect(timer.happens && !timer.isFailure)
    #expect(timer.how.japanese == "タイマーを1秒に設定する")
    #expect(timer.variants.map(\.how.english) == ["Wait.", ""])
    #expect(catalogue.operation("oven")?.isFailure == true)
    let server = try #require(catalogue.operation("server_error"))
    #expect(server.isFailure)
    #expect(server.how.english == "Choose the answer in the debug menu.")
    // It applies to every variant.
    #expect((server.variants + server.otherVariants).allSatisfy { $0.how == .none })
  }

  @Test func `a second pack builds on the first`() throws {
    let first = try SpecificationTests.catalogue(with: Self.kitchen)
    let clash = adding("operations: {kitchen_timer: {label: A, question: B?}}", to: first)
    #expect(clash.value == nil)
    #expect(clash.diagnostics.map(\.code) == ["duplicate-name"])
    let more = adding("traits: {has_oven: [kitchen_timer]}", to: first)
    #expect(more.value?["kitchen_timer"]?.traits == ["has_timer", "mobile", "has_oven"])
  }
}
