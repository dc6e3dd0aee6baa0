import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// Workbooks of random specs, filled in by openpyxl, half of them resaved by LibreOffice, and answered.
///
/// Skipped without openpyxl; without LibreOffice, the run says that none went through it.
@Suite(.tags(.external), .external) struct ExternalAnswerRoundTripTests {
  /// The number of workbooks; `SPECMATRIX_TRIALS=500` makes the long run.
  private static let trials =
    ProcessInfo.processInfo.environment["SPECMATRIX_TRIALS"].flatMap(Int.init) ?? 6

  @Test(.enabled(if: Python.hasOpenPyXL))
  func `only the answers are new, and they close their questions`() throws {
    let folder = try TemporaryFolder()
    var specs: [(seed: Int, text: String)] = []
    for seed in 1_000..<(1_000 + Self.trials) {
      let text = RandomSpec.make(seed: UInt64(seed)).yaml()
      let path = try folder.write(text, to: "specs/\(seed).yaml")
      let run = CommandRun(
        "generate \(path) -o \(folder("out")) --format xlsx --effort quick --fresh"
      )
      guard run.status == .success, let name = run.output.split(separator: "/").last else {
        continue
      }
      try FileManager.default.moveItem(
        atPath: folder("out/" + name.dropLast()),
        toPath: folder("out/\(seed).xlsx")
      )
      specs.append((seed, text))
    }
    try Python.run(Self.filling, [folder("out"), folder("filled")])
    let converted = try convertHalf(specs.map(\.seed), in: folder)
    var applied = 0
    var told = 0
    for (seed, text) in specs {
      let (spec, workbook) = (folder("specs/\(seed).yaml"), folder("filled/\(seed).xlsx"))
      let run = CommandRun("answer", workbook, "--spec", spec)
      #expect(run.status == .success || run.status == .findings, "\(seed): \(run.errors)")
      let new = try folder.read("specs/\(seed).yaml")
      let lines = run.errors.split(separator: "\n")
      let done = lines.filter { $0.contains(/: (?:applied|反映) Q-/) }
      applied += done.count
      told += lines.count - done.count
      #expect(!run.errors.contains("edit of"), "\(seed): \(run.errors)")
      #expect(!run.errors.contains(/stale|確認内容が変更/), "\(seed): \(run.errors)")
      // A decision or a new date replaces the old text, and an excluded operation is removed; everything else is inserted.
      let replacing = [
        "is decided", "is deferred", "is postponed", "is dismissed", "を決定", "保留", "対象外に変更",
      ]
      if !done.contains(where: { line in replacing.contains { line.contains($0) } }) {
        #expect(isSubsequence(text, of: new), "\(seed)\n\(new)")
      }
      let open = CommandRun("check", spec, "--format", "json").output
      for line in done where !line.contains(/is (?:deferred|postponed)|保留/) {
        let id = try #require(line.firstMatch(of: /(?:applied|反映) (Q-[0-9A-F]{8})/)).output.1
        #expect(!open.contains("\"\(id)\""), "\(seed): \(line)\n\(new)")
      }
      let again = CommandRun("answer", workbook, "--spec", spec)
      #expect(try folder.read("specs/\(seed).yaml") == new, "\(seed): \(again.errors)")
      #expect(
        again.errors.ranges(of: /: (?:already applied|反映済み) \S/).count == done.count,
        "\(seed): \(again.errors)"
      )
    }
    print(
      "round trip: \(specs.count) workbooks of \(Self.trials) specs, \(converted) of them through LibreOffice, \(applied) answers applied, \(told) lines about others"
    )
    #expect(applied > specs.count)
  }

  /// Resaves the workbooks of even seeds with LibreOffice and returns their number.
  private func convertHalf(_ seeds: [Int], in folder: TemporaryFolder) throws -> Int {
    guard let office = Tool("soffice") else { return 0 }
    let names = seeds.filter { $0.isMultiple(of: 2) }.map { "\($0).xlsx" }
    let profile = "-env:UserInstallation=file://\(folder("profile"))"
    let options = [profile, "--headless", "--convert-to", "xlsx", "--outdir", folder("converted")]
    let files = names.map { folder("filled/" + $0) }
    try office.run(options + files)
    for name in names {
      try FileManager.default.removeItem(atPath: folder("filled/" + name))
      try FileManager.default.moveItem(
        atPath: folder("converted/" + name),
        toPath: folder("filled/" + name)
      )
    }
    return names.count
  }

  private func isSubsequence(_ old: String, of new: String) -> Bool {
    var rest = Array(old.utf8)[...]
    for byte in new.utf8 where byte == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// A script that fills the columns for people, and moves and adds columns.
  private static let filling = """
    import sys, os, random, datetime, openpyxl
    source, target = sys.argv[1:]
    os.makedirs(target)
    kinds = [None, "Another result", "別の結果", "Cannot happen", "起こり得ない", "Out of scope", "今回は対象外",
      "Decide later", "後日決定", "Depends on …", "他の条件による"]
    for name in sorted(os.listdir(source)):
      if not name.endswith(".xlsx"): continue
      dice = random.Random(name)
      book = openpyxl.load_workbook(os.path.join(source, name))
      for sheet in book:
        head = next((r for r in range(1, 12) if {"Your choice", "選択"} & {c.value for c in sheet[r]}), 1)
        places = {cell.value: cell.column for cell in sheet[head]}
        def place(*names): return next((places[n] for n in names if n in places), None)
        answer = place("Result or reason", "期待結果・理由")
        if answer is None or place("Question", "確認ID") is None: continue
        for row in range(head + 1, sheet.max_row + 1):
          if not str(sheet.cell(row, place("Question", "確認ID")).value).startswith("Q-"): continue
          if dice.random() < 0.2: continue
          kind = dice.choice(kinds)
          texts = ["結果を表示する", "- x: #1 \\"y\\"", "・一つ目\\n・二つ目", 12, "it's [odd], {very}", "👨‍👩‍👧 a\\tb", "plan"]
          if kind in ("Decide later", "後日決定"): texts = [datetime.date(2099, 1, 31), "2099年12月31日まで", "いつか"]
          sheet.cell(row, answer).value = dice.choice(texts)
          sheet.cell(row, place("Your choice", "選択")).value = kind
          sheet.cell(row, place("Who", "回答者")).value = dice.choice([None, "佐藤", "A: B"])
          sheet.cell(row, place("Answered on", "回答日")).value = dice.choice([None, "昨日", datetime.date(2026, 11, 20)])
          sheet.cell(row, place("Comment", "コメント")).value = dice.choice([None, "c # d", "two\\nlines"])
        if dice.random() < 0.5: sheet.insert_cols(dice.randrange(1, 8))
        if dice.random() < 0.5:
          sheet.insert_rows(1)
          sheet.cell(1, 1).value = "a title"
      if dice.random() < 0.5: book.move_sheet(book.worksheets[0], 2)
      book.create_sheet("my notes").append(["Answer", "x"])
      book.save(os.path.join(target, name))
    """
}
