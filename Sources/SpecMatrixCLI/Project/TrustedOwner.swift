#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The user whose files are trusted although they were not named: the one who runs the program.
///
/// As in git (`safe.directory`): for root that is root and, under `sudo`, also the user who called it.
struct TrustedOwner {
  let user: uid_t
  /// The user who called `sudo`, if the program runs as root.
  private let invoker: uid_t?

  /// `sudoUser` is the value of `SUDO_UID`, which only root considers.
  init(user: uid_t, sudoUser: String?) {
    self.user = user
    let isNumber = sudoUser?.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    invoker = user == 0 && isNumber == true ? sudoUser.flatMap(uid_t.init) : nil
  }

  static var current: TrustedOwner {
    let sudoUser = unsafe getenv("SUDO_UID").map { unsafe String(cString: $0) }
    return TrustedOwner(user: geteuid(), sudoUser: sudoUser)
  }

  func trusts(_ owner: uid_t) -> Bool { owner == user || owner == invoker }

  /// Returns the owner of a file, a folder or a link itself if it is not trusted, or `nil` if it is or there is no such file.
  func stranger(at path: String) -> uid_t? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, !trusts(status.st_uid) else { return nil }
    return status.st_uid
  }
}

extension FilePaths {
  /// Returns the absolute path with links followed as far as it exists, or `nil` if it cannot be determined.
  static func resolved(_ path: String) -> String? {
    var existing = path
    var missing: [String] = []
    while true {
      if let real = try? absolute(existing) {
        return missing.reversed().reduce(real, join)
      }
      let (folder, name) = (folder(of: existing), name(of: existing))
      // The target of a dangling link is unknown.
      guard folder != existing, name != "..", !FileStatus.exists(existing, followingLinks: false)
      else { return nil }
      missing.append(name)
      existing = folder
    }
  }

  /// Returns the root of the repository that contains a resolved folder (it holds `.git`), or `nil` if there is none.
  static func repository(of folder: String) -> String? {
    var place = folder
    while !FileStatus.exists(join(place, ".git")) {
      guard place != "/" else { return nil }
      place = self.folder(of: place)
    }
    return place
  }
}
