/// Why a text is not read as XML.
enum XMLProblem: Error, Hashable {
  case malformed(line: Int, reason: String)
  /// A declaration of a document type, with which entities and their expansions come.
  case documentType
  case tooDeep
  case tagTooLong
}
