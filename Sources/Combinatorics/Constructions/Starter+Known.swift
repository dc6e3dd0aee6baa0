/// The starters the program knows.
extension Starter {
  /// All starters, by the number of values and then by the number of rows.
  package static let known: [Starter] = [
    Starter(values: 3, points: 1, block: 5, symbols: "01002"),
    Starter(
      values: 3,
      points: 3,
      block: 1,
      symbols: "0100110",
      "2011010",
      "1020212",
      "2222111",
      "2201202",
      "1122000",
      "0121221",
      "1212220",
      "0210001",
      "0002022",
      "2110122",
      "1001101"
    ),
    Starter(
      values: 3,
      points: 3,
      block: 5,
      symbols: "12211101122100020020",
      "22020202012201111222",
      "10010122001210210011"
    ),
    Starter(values: 3, points: 1, block: 8, symbols: "010012021112102002200011"),
    Starter(
      values: 3,
      points: 1,
      block: 9,
      symbols: "000120002101001220202101100201211110"
    ),
    Starter(
      values: 3,
      points: 3,
      block: 12,
      symbols: "211011202102002021112210101112001222212010211221112010"
        + "020011001102220202020001021120101120100220122001112210",
      "202101002120101120220120001010222201200012101002122200"
        + "112022210120211011121122021021022211100221011220220010"
    ),
    Starter(values: 4, points: 1, block: 6, symbols: "112123"),
    Starter(values: 4, points: 1, block: 7, symbols: "1100103"),
    Starter(
      values: 4,
      points: 0,
      block: 7,
      group: .bitwise,
      symbols: "112210311031001023222021322203331003230321"
    ),
    Starter(values: 5, points: 1, block: 7, symbols: "1022324"),
    Starter(values: 5, points: 1, block: 8, symbols: "43302133"),
    Starter(values: 5, points: 2, block: 10, symbols: "1214130431"),
    Starter(values: 5, points: 2, block: 11, symbols: "10204233004"),
    Starter(values: 6, points: 1, block: 9, symbols: "012542241"),
    Starter(values: 6, points: 1, block: 10, symbols: "3354334141"),
    Starter(values: 6, points: 1, block: 13, symbols: "24454122004355310110151342"),
    Starter(values: 7, points: 1, block: 10, symbols: "3036215002"),
    Starter(values: 7, points: 3, block: 20, symbols: "01226205350341260024"),
    Starter(values: 8, points: 1, block: 11, symbols: "57651336360"),
    Starter(values: 8, points: 3, block: 20, symbols: "21164240360547734050"),
    Starter(values: 9, points: 2, block: 21, symbols: "874328460760316115456"),
    Starter(values: 10, points: 3, block: 20, symbols: "62763827422836996434"),
  ]
}
