/// How a command learns that it is asked to end early, with what it has.
package struct StopRequests {
  /// From now on a request does not end the process, only a second one does.
  package var listen: () -> Void
  /// Whether there was a request since.
  package var areThere: () -> Bool
  /// From now on a request ends the process again.
  package var ignore: () -> Void

  package init(
    listen: @escaping () -> Void,
    areThere: @escaping () -> Bool,
    ignore: @escaping () -> Void
  ) {
    self.listen = listen
    self.areThere = areThere
    self.ignore = ignore
  }

  /// Nobody asks.
  package static var none: StopRequests {
    StopRequests(listen: {}, areThere: { false }, ignore: {})
  }
}
