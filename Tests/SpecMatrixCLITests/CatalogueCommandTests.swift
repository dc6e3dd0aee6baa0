import Diagnostics
import Foundation
import Specification
import Testing

@testable import SpecMatrixCLI

@Suite struct CatalogueCommandTests {
  /// The ids of the entries that a run shows.
  private func ids(_ arguments: String...) -> [String] {
    CommandRun(arguments: ["catalogue", "--no-config"] + arguments).output.split(separator: "\n")
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func allOrSomeEntriesAreListed() {
    #expect(ids() == Catalogue.standard.entries.map(\.id))
    #expect(
      ids("--kind", "data", "--traits", "has_time,shows_numbers") == [
        "number_size", "period", "special_day", "message", "analytics",
      ]
    )
    #expect(ids("--traits", "has_payment", "--kind", "operation") == ["back", "payment_failure"])
  }

  @Test(arguments: [60, 80, 120], Language.allCases)
  func linesFitTheTerminal(columns: Int, language: Language) {
    let run = CommandRun(
      arguments: ["catalogue", "--no-config", "--language", language.rawValue],
      environment: ["COLUMNS": "\(columns)"]
    )
    let lines = run.output.split(separator: "\n")
    #expect(lines.count > 200)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns })
  }

  @Test func aSpecSaysWhatBecameOfIt() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      specmatrix: 1
      id: T
      feature: Test
      language: ja
      traits: [has_payment]
      states: {plan: [free, premium]}
      operations: {pay: Pay, payment_failure: {variants: [declined]}}
      dismissed: {rotate: 縦のみ}
      """,
      to: "t.yaml"
    )
    let run = CommandRun("catalogue", path, "--no-config")
    #expect(run.status == .success)
    #expect(
      run.output.contains("  payment_failure  決済の失敗  [selected, core]\n    selected: declined\n")
    )
    #expect(run.output.contains("  rotate  画面の回転  [dismissed]\n    dismissed: 縦のみ\n"))
    #expect(run.output.contains("  back  戻る  [open]\n    どの画面に戻りますか？"))
    #expect(run.output.contains("  plan  課金状態  [selected]\n"))
    #expect(run.output.hasSuffix("\n8 entries: 2 selected, 1 dismissed, 5 open\n"))

    let json = CommandRun("catalogue", path, "--no-config", "--json").output
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    )
    let entries = try #require(document["entries"] as? [[String: Any]])
    let rotate = try #require(entries.first { $0["id"] as? String == "rotate" })
    #expect(rotate["standing"] as? String == "dismissed")
    #expect(rotate["reason"] as? String == "縦のみ")
    #expect((rotate["label"] as? [String: String])?["en"] == "Rotation")
  }

  @Test func jsonHasSamples() throws {
    let json = CommandRun("catalogue", "--no-config", "--json").output
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    )
    let entries = try #require(document["entries"] as? [[String: Any]])
    #expect(entries.count == Catalogue.standard.entries.count)
    let text = try #require(entries.first { $0["id"] as? String == "text_input" })
    let variants = try #require(text["variants"] as? [[String: Any]])
    #expect(variants.count { $0["default"] as? Bool == true } == 4)
    #expect(
      variants.first { $0["id"] as? String == "full_width" }?["sample"] as? String == "ＡＢＣ１２３"
    )
  }

  @Test func anEntrySaysHowItIsTested() throws {
    let text = CommandRun(arguments: ["catalogue", "--no-config", "--kind", "operation"]).output
    #expect(text.contains("  network_error  Network error  [core, failure]\n"))
    #expect(text.contains("  push_received  A push notification arrives  [happens, interrupts]\n"))
    #expect(text.contains("    how to test: Lock the device, then unlock it.\n"))
    let json = CommandRun("catalogue", "--no-config", "--json").output
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    )
    let entries = try #require(document["entries"] as? [[String: Any]])
    let network = try #require(entries.first { $0["id"] as? String == "network_error" })
    #expect(network["failure"] as? Bool == true)
    #expect(network["happens"] as? Bool == false)
    #expect((network["how"] as? [String: String])?["ja"]?.isEmpty == false)
    let variants = try #require(network["variants"] as? [[String: Any]])
    #expect((variants[0]["how"] as? [String: String])?["en"]?.contains("airplane mode") == true)
    #expect(entries.first { $0["id"] as? String == "plan" }?["how"] == nil)
  }

  @Test func wrongUsageIsToldWithWhatWasMeant() throws {
    let trait = CommandRun("catalogue", "--traits", "mobil")
    #expect(trait.status == .invalid)
    #expect(trait.errors.contains("the catalogue has no trait mobil; did you mean mobile?"))
    #expect(CommandRun("catalogue", "--kind", "operations").status == .invalid)
    let folder = try TemporaryFolder()
    let bad = CommandRun("catalogue", try folder.write(SampleSpecs.invalid, to: "bad.yaml"))
    #expect(bad.status == .invalid)
    #expect(bad.errors.contains("bad.yaml:4:1: error[duplicate-key]"))
    #expect(bad.output == "")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionScriptsKnowTheCommands(shell: String) {
    let run = CommandRun("--generate-completion-script", shell)
    #expect(run.status == .success)
    #expect(run.output.contains("catalogue"))
    #expect(run.output.contains("no-config"))
  }
}
