#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Whose files are followed although nobody named them: one's own.
///
/// The rule is git's (`safe.directory`): the owner is who runs the program. For root that is root, and, under `sudo`, also who called it.
struct TrustedOwner {
  let user: uid_t
  /// Who called `sudo`, if the program runs as root.
  private let invoker: uid_t?

  /// The user of sudo is what `SUDO_UID` says; only root listens to it.
  init(user: uid_t, sudoUser: String?) {
    self.user = user
    let isNumber = sudoUser?.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    invoker = user == 0 && isNumber == true ? sudoUser.flatMap(uid_t.init) : nil
  }

  /// The owner of what this process may follow.
  static var current: TrustedOwner {
    let sudoUser = unsafe getenv("SUDO_UID").map { unsafe String(cString: $0) }
    return TrustedOwner(user: geteuid(), sudoUser: sudoUser)
  }

  func trusts(_ owner: uid_t) -> Bool { owner == user || owner == invoker }

  /// Who else a file, a folder or a link itself belongs to; `nil` if it is one's own, or nothing is there.
  func stranger(at path: String) -> uid_t? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, !trusts(status.st_uid) else { return nil }
    return status.st_uid
  }
}

/// Where a path really leads.
extension FilePaths {
  /// The path from the root, with links followed as far as there are files and folders; `nil` if it cannot be told.
  static func resolved(_ path: String) -> String? {
    var existing = path
    var missing: [String] = []
    while true {
      if let real = try? absolute(existing) {
        return missing.reversed().reduce(real, join)
      }
      let (folder, name) = (folder(of: existing), name(of: existing))
      // A link to nothing leads wherever something will be.
      guard folder != existing, name != "..", !FileStatus.exists(existing, followingLinks: false)
      else { return nil }
      missing.append(name)
      existing = folder
    }
  }

  /// The root of the repository that a resolved folder is in (it holds `.git`); `nil` if there is none.
  static func repository(of folder: String) -> String? {
    var place = folder
    while !FileStatus.exists(join(place, ".git")) {
      guard place != "/" else { return nil }
      place = self.folder(of: place)
    }
    return place
  }
}
