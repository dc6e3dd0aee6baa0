import Reporting
import ReviewServer

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `specmatrix review --serve`: serves the page over HTTP to the browsers of this machine, live, until Ctrl-C.
struct ReviewService {
  let paths: [String]
  let project: ProjectChoice
  /// The port, or 0 for a free one.
  let port: Int
  let opens: Bool
  let console: Console

  /// Milliseconds until a waiting page is told that there is nothing new.
  private static let timeout = 25_000

  /// Serves until a request to stop, which is the normal end.
  ///
  /// Throws `CommandFailure` if there is nothing to serve or no port for it, `FileFailure` if the settings cannot be read, and
  /// `SystemError` if standard output cannot be written.
  func run() throws -> CommandStatus {
    guard !paths.contains("-") else {
      throw CommandFailure("standard input cannot be served: name files or folders")
    }
    let pipeline = try Pipeline(paths, of: project, on: console)
    guard !pipeline.sources.isEmpty else { return .invalid }
    console.stopRequests.listen()
    defer { console.stopRequests.ignore() }
    let (board, mailbox, token) = (ReviewBoard(), ReviewMailbox(), ServerToken())
    let page = ReviewPage(data: nil)
    let server: ReviewServer
    do throws(ServerFailure) {
      server = try ReviewServer(
        port: port,
        token: token,
        policy: page.policy + "; frame-ancestors 'none'",
        routes: Self.routes(.page(Array(page.html.utf8)), board, mailbox)
      )
    } catch {
      let reason = error.code.map { SystemError(code: $0).reason } ?? "the system refuses it"
      throw CommandFailure("cannot listen on port \(port) of 127.0.0.1: \(reason)")
    }
    defer { server.stop() }
    let link = "http://127.0.0.1:\(server.port)/#token=\(token.text)"
    try console.write(link + "\n")
    console.say("serving; Ctrl-C ends")
    let redirect = opens ? open(link) : nil
    defer { redirect?.remove() }
    var session = ReviewSession(
      paths: paths,
      project: project,
      console: console,
      board: board,
      mailbox: mailbox
    )
    while !console.stopRequests.areThere() {
      if !session.turn() { console.pause(session.pause) }
    }
    return .success
  }

  static func routes(
    _ page: ServerResponse,
    _ board: ReviewBoard,
    _ mailbox: ReviewMailbox
  ) -> [ServerRoute] {
    let posts = [("/api/preview", true), ("/api/apply", false)].map { path, isTrial in
      ServerRoute(.post, path) { request, reply in
        guard let posted = PostedAnswers(json: request.body) else {
          let sentence: StaticString =
            "The body is not JSON with the texts path, answers and agreement."
          return reply.send(.refusal(400, sentence))
        }
        mailbox.put(.init(posted: posted, isTrial: isTrial, reply: reply))
      }
    }
    return [
      ServerRoute(.get, "/", isOpen: true) { _, reply in reply.send(page) },
      ServerRoute(
        .get,
        "/api/state",
        timeout: (timeout, .nothing)
      ) { request, reply in
        guard let seen = Int(request.parameter("after") ?? "0"), seen >= 0 else {
          return reply.send(.refusal(400, "The parameter after is not a number."))
        }
        board.answer(reply, after: seen)
      },
    ] + posts
  }

  /// Starts the browser with a file that redirects to the link; without a browser, users still have the link.
  private func open(_ link: String) -> RedirectFile? {
    #if canImport(Darwin)
    let opener = "open"
    #else
    let opener = "xdg-open"
    #endif
    let named = console.environment["TMPDIR"]
    let folder = named.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    do throws(SystemError) {
      let file = try RedirectFile(to: link, in: folder)
      try ChildProcess.start([opener, file.path])
      return file
    } catch {
      console.say("cannot start a browser with \(opener): \(error.reason); open the link yourself")
      return nil
    }
  }
}

/// A redirecting page readable only by its owner: other users can see the arguments of every process, and the link contains the token.
private struct RedirectFile {
  let path: String

  init(to link: String, in folder: String) throws(SystemError) {
    path = FilePaths.join(folder, "specmatrix-\(ServerToken().text).html")
    let file = try OpenFile(creating: path, permissions: 0o600)
    let page = """
      <!doctype html>
      <meta charset="utf-8">
      <meta http-equiv="refresh" content="0;url=\(link)">
      <title>specmatrix</title>
      <a href="\(link)">\(link)</a>

      """
    try writeAll(Array(page.utf8), to: file.descriptor)
    try file.close()
  }

  func remove() { _ = unsafe unlink(path) }
}
