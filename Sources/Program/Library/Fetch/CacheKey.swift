internal import Feeds
internal import PluginHost

/// The file name of a cached reply: 64 hexadecimal digits.
///
/// Replies to requests with different secrets differ, so secret headers are part of the key, but a
/// reader of the folder must not learn them. The digest is one-way, and the salt, which never
/// leaves the folder, prevents others from testing likely tokens against file names.
struct CacheKey: Hashable {
  let text: String

  init(_ request: HTTPRequest, salt: [UInt8]) {
    var input: [UInt8] = []
    /// Adds bytes with their length, so that different lists of fields give different input.
    func take(_ bytes: some Collection<UInt8>) {
      input += "\(bytes.count):".utf8
      input += bytes
    }
    take(salt)
    take(request.method.rawValue.utf8)
    take(request.url.text.utf8)
    take(request.form.utf8)
    // Headers set by the layout can change the reply too: a language, a version.
    let headers = request.headers.map { ($0.name.lowercased(), $0.value) }
    for (name, value) in headers.sorted(by: { $0 < $1 }) {
      take(name.utf8)
      take(value.utf8)
    }
    text = FileDigest(of: input).text
  }
}
