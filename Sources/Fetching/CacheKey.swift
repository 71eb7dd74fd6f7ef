internal import FeedSession

/// Names the file of a reply: 64 hexadecimal digits.
///
/// Replies to different secrets are different replies, so the secret headers count; but nobody who
/// reads the folder may learn them. The digest is one way, and the salt, which never leaves the
/// folder, keeps others from trying likely tokens against names that they have seen.
struct CacheKey: Hashable {
  let text: String

  init(_ request: HTTPRequest, salt: [UInt8]) {
    var hash = SHA256()
    /// With its length, so that no two lists of fields read the same.
    func take(_ bytes: some Collection<UInt8>) {
      hash.update("\(bytes.count):".utf8)
      hash.update(bytes)
    }
    take(salt)
    take(request.method.rawValue.utf8)
    take(request.url.text.utf8)
    take(request.form.utf8)
    // Headers that the layout fixes may change the reply as well: a language, a version.
    let headers = request.headers.map { ($0.name.lowercased(), $0.value) }
    for (name, value) in headers.sorted(by: { $0 < $1 }) {
      take(name.utf8)
      take(value.utf8)
    }
    text = hash.finish().hexadecimal
  }
}

extension Array<UInt8> {
  var hexadecimal: String {
    map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
  }
}
