internal import CLinux
internal import Glibc

/// Why a file could not be read.
public enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
  case system(SystemError)
  /// A folder, a pipe, a device: reading it may never end.
  case notRegular
  case tooLarge(limit: Int)

  public var description: String {
    switch self {
    case .system(let error): error.reason
    case .notRegular: "not a regular file"
    case .tooLarge(let limit): "larger than \(limit >> 20) MiB"
    }
  }
}

/// What a path leads to, links followed.
public enum FileKind: Hashable, Sendable { case file, folder, other }

/// What is at that path; nil: nothing that can be reached.
public func fileKind(_ path: String) -> FileKind? {
  var status = stat()
  guard unsafe stat(path, &status) == 0 else { return nil }
  switch status.st_mode & S_IFMT {
  case S_IFREG: return .file
  case S_IFDIR: return .folder
  default: return .other
  }
}

/// The path without links, dots and doubled slashes; nil: it does not exist.
public func realPath(_ path: String) -> String? {
  guard let resolved = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// The path of a program: in the first of the folders that has a file of that name. A name with a slash is a path itself.
public func findProgram(_ name: String, in folders: [String]) -> String? {
  let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
  return paths.first { fileKind($0) == .file }
}

/// The bytes of a regular file.
public func readFile(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
  try readFile(path) { size throws(FileError) in
    guard size <= limit else { throw .tooLarge(limit: limit) }
    return size
  }
}

/// The first bytes of a regular file, `count` where it has so many.
public func readFile(_ path: String, first count: Int) throws(FileError) -> [UInt8] {
  try readFile(path) { size throws(FileError) in min(size, count) }
}

/// - Parameter wanted: how much to read of a file of that size.
private func readFile(
  _ path: String, _ wanted: (Int) throws(FileError) -> Int
) throws(FileError) -> [UInt8] {
  // Without O_NONBLOCK, opening a pipe waits for its writer.
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard descriptor >= 0 else { throw .system(SystemError(call: "open \(path)", errno: errno)) }
  defer { close(descriptor) }
  var status = stat()
  guard unsafe fstat(descriptor, &status) == 0 else {
    throw .system(SystemError(call: "fstat \(path)", errno: errno))
  }
  guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
  var bytes = [UInt8](repeating: 0, count: try wanted(Int(status.st_size)))
  var filled = 0
  while filled < bytes.count {
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
    }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw .system(SystemError(call: "read \(path)", errno: errno)) }
    if count == 0 { break }
    filled += count
  }
  return filled == bytes.count ? bytes : Array(bytes[..<filled])
}

/// Makes or replaces a file.
public func writeFile(_ bytes: [UInt8], to path: String) throws(SystemError) {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { throw SystemError(call: "open \(path)", errno: errno) }
  do {
    try writeAll(bytes, to: descriptor)
  } catch {
    close(descriptor)
    throw SystemError(call: "write \(path)", errno: error.errno)
  }
  // Some file systems tell of a full disk only here.
  guard close(descriptor) == 0 else { throw SystemError(call: "close \(path)", errno: errno) }
}

/// Writes all bytes, however many calls it takes.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var sent = 0
  while sent < bytes.count {
    let count = unsafe bytes.withUnsafeBytes {
      unsafe write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent)
    }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw SystemError(call: "write", errno: errno) }
    sent += count
  }
}

/// Makes a folder and those above it, where they are missing.
public func makeFolders(_ path: String) throws(SystemError) {
  if fileKind(path) == .folder { return }
  if unsafe mkdir(path, 0o777) == 0 { return }
  var error = errno
  if error == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
    try makeFolders(String(path[..<slash]))
    if unsafe mkdir(path, 0o777) == 0 { return }
    error = errno
  }
  if error == EEXIST {
    if fileKind(path) == .folder { return }
    error = ENOTDIR
  }
  throw SystemError(call: "mkdir \(path)", errno: error)
}

/// Makes a folder of a name that nothing has yet, for this user alone.
public func makeTemporaryFolder(in folder: String, prefix: String) throws(SystemError) -> String {
  var template = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
  let made = unsafe template.withUnsafeMutableBufferPointer {
    unsafe $0.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
  }
  guard made else { throw SystemError(call: "make a folder in \(folder)", errno: errno) }
  return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Moves a file or folder in one step. An empty folder in its way is replaced, a full one is an error.
public func move(_ path: String, to place: String) throws(SystemError) {
  guard unsafe rename(path, place) == 0 else {
    throw SystemError(call: "rename \(path) to \(place)", errno: errno)
  }
}

/// Lets two paths change their contents in one step.
public func exchange(_ a: String, _ b: String) throws(SystemError) {
  let error = unsafe linux_exchange(a, b)
  guard error == 0 else { throw SystemError(call: "exchange \(a) and \(b)", errno: error) }
}

/// Makes a symbolic link, or points an existing one elsewhere, in one step; whatever else has that name stays.
public func pointLink(_ path: String, to destination: String) throws(SystemError) {
  let draft = "\(path).\(getpid())"
  unsafe unlink(draft)
  guard unsafe symlink(destination, draft) == 0 else {
    throw SystemError(call: "symlink \(draft)", errno: errno)
  }
  var status = stat()
  let isTaken = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
  guard !isTaken, unsafe rename(draft, path) == 0 else {
    let error = isTaken ? EEXIST : errno
    unsafe unlink(draft)
    throw SystemError(call: "symlink \(path)", errno: error)
  }
}

/// A folder that one process has for itself, as long as this value lives.
public final class FolderLock {
  private let descriptor: Int32

  /// Nil: somebody else has it, or there is no such folder.
  public init?(_ path: String) {
    descriptor = unsafe linux_lock_folder(path)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
