import ArgumentParser
import PICTModel

/// The translation of PICT's options, such as `/o:3`, into those of `cover`.
enum PICTArguments {
  /// Returns the arguments with PICT's options after `cover` replaced.
  ///
  /// PICT's options are one letter of either case after `/` or `-`, with a colon before their value; each may occur once. The first
  /// argument is the model, unless it is an option with a colon, with a hyphen, or `/?`.
  static func translated(_ arguments: [String]) throws(CommandFailure) -> [String] {
    guard arguments.first == "cover" else { return arguments }
    var translated = ["cover"]
    var seen: Set<Character> = []
    for (index, argument) in arguments.enumerated().dropFirst() {
      guard let option = Option(argument), index > 1 || !option.mayBePath else {
        translated.append(argument)
        continue
      }
      guard option.letter == "?" || seen.insert(option.letter).inserted else {
        throw CommandFailure("the option \(argument) is given twice")
      }
      translated += try option.translated
    }
    return translated
  }

  private struct Option {
    let letter: Character
    /// The text after the colon, or `nil` without a colon.
    let value: String?
    let argument: String

    init?(_ argument: String) {
      let characters = Array(argument)
      guard characters.count >= 2, characters[0] == "/" || characters[0] == "-",
        characters.count == 2 || characters[2] == ":"
      else { return nil }
      let letter = Character(characters[1].lowercased())
      // `-h` means help here; every other single letter is PICT's.
      guard letter != "-", letter != "h" || characters[0] == "/" else { return nil }
      self.letter = letter
      value = characters.count == 2 ? nil : String(characters[3...])
      self.argument = argument
    }

    /// True if it may also be a file path.
    var mayBePath: Bool { value == nil && argument.first == "/" && letter != "?" }

    var translated: [String] {
      get throws(CommandFailure) {
        switch (letter, value) {
        case ("o", let value?): ["--strength=\(value)"]
        case ("d", let value?): ["--value-separator=\(value)"]
        case ("a", let value?): ["--alias-separator=\(value)"]
        case ("n", let value?): ["--negative-prefix=\(value)"]
        case ("e", let value?): ["--seeds=\(value)"]
        case ("r", nil): ["--randomize"]
        case ("r", let value?): ["--seed=\(try seed(value))"]
        case ("c", nil): ["--case-sensitive"]
        case ("s", nil): ["--statistics"]
        case ("f", let value?): ["--format=\(value)"]
        case ("?", nil): ["--help"]
        // Verbose, preview and approximate runs, undocumented in PICT: an exact suite serves for each.
        case ("v", nil), ("p", nil), ("x", _): []
        default:
          throw CommandFailure(
            "unknown option \(argument); PICT's are /o:N, /d:C, /a:C, /n:C, /e:file, /r[:N], /c, /s and /f:text|json"
          )
        }
      }
    }

    /// Returns the seed modulo 2^16, or 0 if it is not a number, as PICT does.
    private func seed(_ value: String) throws(CommandFailure) -> UInt64 {
      guard !value.isEmpty else { throw CommandFailure("the option \(argument) needs a number") }
      guard let number = Double(value), number >= 1 else { return 0 }
      return UInt64(min(number, 4_294_967_295)) % 65_536
    }
  }
}

/// The argument for a character with a special meaning in models.
struct SignArgument: ExpressibleByArgument {
  let scalar: Unicode.Scalar

  init(_ scalar: Unicode.Scalar) {
    self.scalar = scalar
  }

  init?(argument: String) {
    switch argument {
    case "space": scalar = " "
    case "tab": scalar = "\t"
    default:
      guard let only = argument.unicodeScalars.first, argument.unicodeScalars.count == 1 else {
        return nil
      }
      scalar = only
    }
  }

  var defaultValueDescription: String { String(scalar) }
}

/// The argument for a strength: a number from 1, or `max`; fractions are truncated, as in PICT.
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
