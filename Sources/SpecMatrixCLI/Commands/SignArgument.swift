import ArgumentParser

/// One character that takes a part in the language of models.
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
