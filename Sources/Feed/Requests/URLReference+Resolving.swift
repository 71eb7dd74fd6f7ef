extension URLReference {
  /// Resolves a reference against this URL as its base. RFC 3986, 5.2.2.
  package func resolve(_ reference: URLReference) -> URLReference {
    var target = reference
    if reference.scheme == nil {
      target.scheme = scheme
      if reference.authority == nil {
        target.authority = authority
        if reference.path.isEmpty {
          target.path = path
          target.query = reference.query ?? query
          return target
        }
        if !reference.path.hasPrefix("/") { target.path = merged(with: reference.path) }
      }
    }
    target.path = Self.withoutDotSegments(target.path)
    return target
  }

  /// The URL with a path that ends in "/", so that relative references lie below it.
  var asFolder: URLReference {
    var folder = self
    if !path.hasSuffix("/") { folder.path += "/" }
    return folder
  }

  /// Merges paths by RFC 3986, 5.2.3: the reference replaces the last segment of the base.
  private func merged(with relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.lastIndex(of: "/") else { return relative }
    return path[...slash] + relative
  }

  /// Removes dot segments by RFC 3986, 5.2.4.
  private static func withoutDotSegments(_ path: String) -> String {
    let isRooted = path.hasPrefix("/")
    var segments: [Substring] = []
    let given = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in given.enumerated() where !(isRooted && index == 0) {
      let isLast = index == given.count - 1
      switch segment {
      case ".": if isLast { segments.append("") }
      case "..":
        if !segments.isEmpty { segments.removeLast() }
        if isLast { segments.append("") }
      default: segments.append(segment)
      }
    }
    return (isRooted ? "/" : "") + segments.joined(separator: "/")
  }
}
