import Diagnostics
import Testing

struct NearestNameTests {
  private let keys = ["states", "data", "operations", "constraints", "会員種別", "ログイン状態"]

  @Test(arguments: [
    ("state", "states"), ("opertaions", "operations"), ("STATES", "states"), ("Dta", "data"),
    ("constrains", "constraints"), ("会員種", "会員種別"), ("会員別種", "会員種別"), ("ログイン状熊", "ログイン状態"),
  ])
  func isFound(_ name: String, _ expected: String) {
    #expect(NearestName.of(name, among: keys) == expected)
  }

  @Test(arguments: ["coverage", "x", "", "d", "ログアウト"])
  func isNotMadeUp(_ name: String) {
    #expect(NearestName.of(name, among: keys) == nil)
  }

  @Test func namesThatBeginAndEndAlikeAreNearer() {
    #expect(NearestName.of("payed", among: ["paid"]) == "paid")
    #expect(NearestName.of("payed", among: ["pay"]) == "pay")
    #expect(NearestName.of("close", among: ["clock"]) == nil)
    #expect(NearestName.of("ready", among: ["rainy", "empty"]) == nil)
  }

  /// The name without its negation means the opposite; a repair would reverse the rule.
  @Test(arguments: [
    ("nonactive", "active"), ("de-active", "active"), ("active", "inactive"),
    ("not_registered", "registered"), ("registered", "unregistered"), ("≠ free", "free"),
    ("-free", "free"), ("無効", "有効"), ("impossible", "possible"), ("logged_out", "logged_in"),
    ("free以外", "free"), ("free未満", "free"), ("未会員", "会員"),
    ("会員でない", "会員"), ("without_tax", "with_tax"), ("offline", "online"),
  ])
  func theOppositeIsNotMeant(_ name: String, _ candidate: String) {
    #expect(NearestName.of(name, among: [candidate]) == nil)
  }

  @Test func anotherNegationIsMeant() {
    #expect(NearestName.of("nonactive", among: ["active", "inactive"]) == "inactive")
    #expect(NearestName.of("非 会員", among: ["会員", "非会員"]) == "非会員")
    #expect(NearestName.of("inputt", among: ["input"]) == "input")
  }

  @Test func theNearestWinsAndTheFirstOfEquals() {
    #expect(NearestName.of("plant", among: ["plans", "plan", "plant2"]) == "plans")
    #expect(NearestName.of("plan", among: ["plane", "Plan", "plan"]) == "Plan")
    #expect(NearestName.of("a", among: ["b"]) == nil)
    #expect(NearestName.of("a", among: []) == nil)
    #expect(NearestName.of("", among: [""]) == nil)
  }

  @Test func textsAreNotCompared() {
    let long = String(repeating: "a", count: 100_000)
    #expect(NearestName.of(long + "b", among: [long]) == nil)
    #expect(NearestName.of("data", among: [long, "date"]) == "date")
  }

  @Test func clustersCountOnce() {
    #expect(NearestName.of("が\u{301}き\u{301}く", among: ["がきく"]) == nil)
    #expect(NearestName.of("か\u{3099}くせい", among: ["がくせえ"]) == "がくせえ")
  }
}
