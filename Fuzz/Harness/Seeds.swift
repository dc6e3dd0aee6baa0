import TestSupport

@testable import SpecMatrixCLI

/// The inputs that others are made from: the repository's own specs and models, and what the program writes for them.
struct Seeds {
  /// A folder is made in it for each target; files that are there are replaced.
  let folder: String

  /// Writes all of them; to be run in the repository's folder.
  func write() {
    let specs = files(in: ["specs", "Tests/SpecificationTests/BadSpecs"], endingIn: ".yaml")
    let good = files(in: ["specs"], endingIn: ".yaml")
    let random = (1...40).map { (name: "random\($0)", bytes: spec($0)) }
    save(specs + random, for: .check)
    // Each takes a while, and all of them are tried at the start.
    save(good + random.prefix(20), for: .generate)
    save(
      zip(good + random, random).map { (name: $0.name, bytes: joined([$0.bytes, $1.bytes])) },
      for: .diff
    )
    let models = files(
      in: ["Benchmarks/models/products", "Benchmarks/models/not-applicable"],
      endingIn: ".pict"
    )
    for choice: UInt8 in [0x01, 0x41, 0x81, 0xC1] {
      save(models.map { (name: "\($0.name)-\(choice)", bytes: [choice] + $0.bytes) }, for: .cover)
    }
    let seeded = joined(
      [Array("\u{1}A: 1, 2\nB: 1, 2\nIF [A] = 1 THEN [B] = 2;\n".utf8)]
        + [Array("A\tB\n2\t1\n".utf8)]
    )
    save([(name: "seeded", bytes: seeded)], for: .cover)
    let random256 = (1...64).map { (name: "bytes\($0)", bytes: bytes(UInt64($0))) }
    save(random256, for: .answers)
    let workshop = Workshop()
    var returned: [(target: FuzzTarget, name: String, bytes: [UInt8])] = []
    let packs = files(in: ["Tests/SpecificationTests/BadPacks"], endingIn: ".yaml")
    _ = workshop.use {
      returned = self.returned(in: workshop, packs)
      return true
    }
    workshop.remove()
    for seed in returned { save([(name: seed.name, bytes: seed.bytes)], for: seed.target) }
  }

  /// What the program writes for the base spec.
  private func returned(
    in workshop: Workshop,
    _ packs: [(name: String, bytes: [UInt8])]
  ) -> [(target: FuzzTarget, name: String, bytes: [UInt8])] {
    var seeds: [(target: FuzzTarget, name: String, bytes: [UInt8])] = []
    for part in BaseSpec.parts(in: workshop) {
      let name = String(part.name.map { $0 == "/" ? "-" : $0 })
      seeds.append((.workbook, name, Array("\(part.name)\n".utf8) + part.content))
    }
    BaseSpec.place(in: workshop, with: [".json", ".csv"])
    for (name, bytes) in workshop.files(in: "output").sorted(by: { $0.key < $1.key }) {
      if name.hasSuffix(".json") { seeds.append((.suite, name, bytes)) }
      guard name.hasSuffix(".csv") else { continue }
      for choice: UInt8 in [0, 1, 3, 4, 8] {
        seeds.append((.csv, "\(name)-\(choice)", [choice] + bytes))
      }
    }
    workshop.write(spec(3), to: "specs/other.yaml")
    let whole = Run("check", "specs", "--format", "json").output
    let parts = ["1/2", "2/2"].map {
      Array(Run("check", "specs", "--format", "json", "--shard", $0).output.utf8)
    }
    seeds.append((.merge, "whole", Array(whole.utf8)))
    seeds.append((.merge, "parts", joined(parts)))
    for pack in packs {
      seeds.append((.settings, pack.name, joined([Array("packs: [pack.yaml]".utf8), pack.bytes])))
    }
    for (name, text) in Self.settings { seeds.append((.settings, name, Array(text.utf8))) }
    return seeds
  }

  /// Settings, and the pack that they name.
  private static let settings = [
    (
      "all",
      """
      language: en
      depth: relevant
      strength: 2
      traits: [network]
      severities: {undefined-expectation: warning, undecided-expectation: "off"}
      packs: [pack.yaml]
      %%%%
      states: {region: {label: Region, values: {home: At home, abroad: Abroad}}}
      operations:
        refund:
          label: {en: Refund, ja: 返金}
          clause: {en: "when money goes back{variant}", ja: "返金するとき{variant}"}
          question: Is it told?
          why: Money moves.
          happens: true
          how: Ask the shop.
          variants: {part: in part}
          also: {long_name: {label: a long name, sample: Somebody}}
      rules:
        look: {login: {guest: The sign-in page is shown}}
        network_error: A message is shown
      traits: {money: [refund]}
      core: [refund]
      rename: {network_error: {label: No connection, how: Pull the plug}}
      dismissed: {rotate: Portrait only}
      impossible: [{when: {login: guest, day: weekend}, because: closed}]
      """
    ), ("severities", "severities: {undefined-expectation: note}\n"),
  ]

  private func spec(_ number: Int) -> [UInt8] {
    Array(RandomSpec.make(seed: UInt64(number)).yaml().utf8)
  }

  private func bytes(_ seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    return (0..<256).map { _ in UInt8(random.below(256)) }
  }

  private func joined(_ files: [[UInt8]]) -> [UInt8] {
    Array(files.joined(separator: Array("\n%%%%\n".utf8)))
  }

  private func files(
    in folders: [String],
    endingIn end: String
  ) -> [(name: String, bytes: [UInt8])] {
    folders.flatMap { folder in
      let names = (try? FolderListing.names(in: folder)) ?? []
      return names.filter { $0.hasSuffix(end) }.compactMap { name in
        (try? FileContents.bytes(of: FilePaths.join(folder, name), limit: 1 << 16)).map {
          (name: name, bytes: $0)
        }
      }
    }
  }

  private func save(_ seeds: [(name: String, bytes: [UInt8])], for target: FuzzTarget) {
    for seed in seeds {
      do {
        let folder = FilePaths.join(folder, target.rawValue)
        try FolderListing.create(folder)
        try OutputFile.write([(bytes: seed.bytes, path: FilePaths.join(folder, seed.name))])
      } catch {
        Finding.report("the seed \(seed.name) cannot be written: \(error)")
      }
    }
  }
}
