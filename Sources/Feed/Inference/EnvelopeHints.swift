internal import FeedDocument

/// Facts about the objects around the list of blocks: the success status and the paging.
struct EnvelopeHints {
  /// The path of the status, and its value in a successful reply.
  private(set) var status: (path: String, value: FeedValue)?
  private(set) var messagePath: String?
  private(set) var paging: JSONText?
  /// The paging placeholder, "page", "offset" or "cursor"; `nil` without paging.
  private(set) var counter: String?

  /// Reads the objects on the way from the document's root to the array.
  init(around array: FeedValue) {
    var around: FeedValue? = array.document.root
    while let object = around, object.kind == .object {
      if status == nil { findStatus(in: object) }
      if paging == nil { findPaging(in: object) }
      // Values are in document order, so the array is inside the last child that begins before it
      // or at it.
      around = object.children.filter { $0.index <= array.index }.last
    }
  }

  private static let statusKeys = [
    "code", "errorCode", "error_code", "errCode", "errcode", "errno", "status", "statusCode",
    "retcode", "ret", "success", "ok",
  ]
  private static let messageKeys = [
    "message", "msg", "errorMsg", "error_msg", "errMsg", "errmsg", "errorMessage", "error", "info",
  ]
  private static let successWords = ["ok", "success", "succeeded", "0", "200"]

  private mutating func findStatus(in object: FeedValue) {
    for key in Self.statusKeys {
      let value = object[key]
      let isSuccess =
        switch value.kind {
        case .number: value.int64 != nil
        case .bool: value.bool == true
        case .string: Self.successWords.contains(value.string?.lowercased() ?? "")
        default: false
        }
      guard isSuccess else { continue }
      status = (value.path, value)
      messagePath =
        Self.messageKeys.lazy.map { object[$0] }
        .first { $0.kind == .string || $0.kind == .null }?.path
      return
    }
  }

  private static let cursorKeys = [
    "cursor", "nextCursor", "next_cursor", "endCursor", "end_cursor", "nextToken", "next_token",
    "nextPageToken", "pageToken", "next",
  ]
  private static let pageKeys = [
    "page", "curPage", "currentPage", "current_page", "pageNo", "page_no", "pageNum", "page_num",
    "pageIndex",
  ]
  private static let countKeys = ["pageCount", "page_count", "totalPages", "total_pages", "pages"]
  private static let offsetKeys = ["offset", "start", "skip"]
  private static let moreKeys = ["hasMore", "has_more", "havemore", "hasNext", "has_next", "more"]
  private static let overKeys = [
    "over", "isOver", "isEnd", "is_end", "end", "isLast", "last", "finished",
  ]

  private mutating func findPaging(in object: FeedValue) {
    func first(_ keys: [String], where isFit: (FeedValue) -> Bool) -> FeedValue? {
      keys.lazy.map { object[$0] }.first { $0.exists && isFit($0) }
    }
    func isFlag(_ value: FeedValue) -> Bool {
      value.kind == .bool || value.int64 == 0 || value.int64 == 1
    }
    let cursor = first(Self.cursorKeys) {
      // A URL is not a cursor: it cannot be the value of a request field.
      $0.kind == .null || ($0.identityText.map { !$0.contains("://") } ?? false)
    }
    let page = first(Self.pageKeys) { $0.int64 != nil }
    let offset = first(Self.offsetKeys) { $0.int64 != nil }
    let more = first(Self.moreKeys, where: isFlag)
    let over = first(Self.overKeys, where: isFlag)
    guard [cursor, page, offset, more, over].contains(where: { $0 != nil }) else { return }

    var tests: [JSONText] = []
    for (flag, bool, number) in [(more, "false", "0"), (over, "true", "1")] {
      guard let flag else { continue }
      tests.append([
        "path": .text(flag.path), "equals": .word(flag.kind == .bool ? bool : number),
      ])
    }
    if cursor == nil, let page, let count = first(Self.countKeys, where: { $0.int64 != nil }) {
      tests.append(["path": .text(page.path), "equalsPath": .text(count.path)])
    }
    let counter = cursor != nil ? "cursor" : page == nil && offset != nil ? "offset" : "page"
    paging = [
      "source": "feed", "by": .text(counter),
      "first": counter == "page" ? (page?.int64 == 0 ? 0 : 1) : nil,
      "cursor": (cursor?.path).map(JSONText.text), "end": .array(tests.map { [$0] }),
    ]
    self.counter = counter
  }
}
