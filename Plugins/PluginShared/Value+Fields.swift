package import SectionKit

extension Value {
  /// Text of a member; `nil` when it is absent, null or empty. Anything but a string is reported
  /// and read as absent.
  package func text(_ key: String) -> String? {
    let member = self[key]
    if let string = member.string { return string.isEmpty ? nil : string }
    if member.exists, !member.isNull {
      member.warn("`\(key)` is read as absent: expected a string, found \(member.found)")
    }
    return nil
  }

  /// A count of a member, 0 or more; `nil` when it is absent or null. Anything else is reported and
  /// read as absent.
  package func tally(_ key: String) -> Int64? {
    let member = self[key]
    if let number = member.int64, number >= 0 { return number }
    if let number = member.double, number >= 0, number < 0x1p63 { return Int64(number) }
    if member.exists, !member.isNull {
      member.warn("`\(key)` is read as absent: expected a number from 0, found \(member.found)")
    }
    return nil
  }

  /// A flag of a member; false when it is absent or null. Anything else is reported and read as false.
  package func flag(_ key: String) -> Bool {
    let member = self[key]
    if let flag = member.bool { return flag }
    if member.exists, !member.isNull {
      member.warn("`\(key)` is read as false: expected true or false, found \(member.found)")
    }
    return false
  }

  /// What stands here, for a message that says what was expected instead.
  package var found: String { kind == .missing ? "nothing" : "\(kind)" }

  /// The objects of an array; another element is reported and left out.
  package var objects: [Value] {
    array.filter { element in
      if element.kind == .object { return true }
      element.warn("the element is left out: expected an object, found \(element.found)")
      return false
    }
  }
}

/// What a tap does, as the feed says it.
package struct Tap {
  package var type: String?
  package var target: String?

  package init(type: String?, target: String?) {
    self.type = type
    self.target = target
  }

  /// `action` and `actionType` of a block, creative, resource or button; `nil` without an action.
  package init?(_ value: Value) {
    guard let target = value.text("action") else { return nil }
    self.init(type: value.text("actionType"), target: target)
  }
}

extension NodeConvertible {
  package func action(_ tap: Tap?) -> Node { action(tap?.type, tap?.target) }
}
