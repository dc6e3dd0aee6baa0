import Foundation
import TestSupport

extension Python {
  /// True if `python3` with the package `jsonschema` is installed.
  static let hasJSONSchema = has("jsonschema")

  /// Returns the validation errors of a JSON text by schemas beside the tests; empty if it is valid.
  static func complaints(of schemas: [String], about json: String) throws -> String {
    try withFile(json) { path in
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Check/Schemas").path
      let program = """
        import json, jsonschema, sys
        document = json.load(open(sys.argv[1], encoding="utf-8"))
        for name in sys.argv[2:]:
          schema = json.load(open(name, encoding="utf-8"))
          jsonschema.Draft4Validator.check_schema(schema)
          for error in jsonschema.Draft4Validator(schema).iter_errors(document):
            print(name.split("/")[-1], list(error.path), error.message[:300])
        """
      return try run(program, [path] + schemas.map { "\(folder)/\($0).json" })
    }
  }
}
