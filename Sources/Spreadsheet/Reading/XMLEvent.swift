/// What an XML parser comes across.
enum XMLEvent {
  case start(XMLElement)
  case end(XMLName)
  /// A piece of text; one text may come in several.
  case text(String)
}
