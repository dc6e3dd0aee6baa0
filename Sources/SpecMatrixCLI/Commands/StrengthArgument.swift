import ArgumentParser
import PICTModel

/// A number from 1, or `max`; fractions are cut off, as PICT does.
struct StrengthArgument: ExpressibleByArgument {
  let strength: PICTStrength

  init?(argument: String) {
    if argument == "max" {
      strength = .maximum
      return
    }
    guard let number = Double(argument), number >= 1, number < 1e9 else { return nil }
    strength = .number(Int(number))
  }
}
