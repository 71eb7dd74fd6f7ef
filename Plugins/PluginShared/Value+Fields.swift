package import SectionKit

extension Value {
  /// Returns the text of a member; `nil` if it is absent, null or empty. Any other value is
  /// reported and read as absent.
  package func text(_ key: String) -> String? {
    let member = self[key]
    if let string = member.string { return string.isEmpty ? nil : string }
    if member.exists, !member.isNull {
      member.warn("`\(key)` is read as absent: expected a string, found \(member.found)")
    }
    return nil
  }

  /// Returns a count of 0 or more; `nil` if it is absent or null. Any other value is reported and
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

  /// Returns a flag; false if it is absent or null. Any other value is reported and read as false.
  package func flag(_ key: String) -> Bool {
    let member = self[key]
    if let flag = member.bool { return flag }
    if member.exists, !member.isNull {
      member.warn("`\(key)` is read as false: expected true or false, found \(member.found)")
    }
    return false
  }

  /// Returns an identifier that some replies write as a number and some as a string; `nil` for
  /// anything else. Nothing is reported, because identifiers are not displayed.
  package func id(_ key: String) -> String? {
    if let number = self[key].int64 { return String(number) }
    guard let text = self[key].string, !text.isEmpty else { return nil }
    return text
  }

  /// A description of the value, for messages about unexpected values.
  package var found: String { kind == .missing ? "nothing" : "\(kind)" }

  /// The objects of an array; other elements are reported and dropped.
  package var objects: [Value] {
    array.filter { element in
      if element.kind == .object { return true }
      element.warn("the element is left out: expected an object, found \(element.found)")
      return false
    }
  }
}

/// A tap action of the feed.
package struct Tap {
  package var type: String?
  package var target: String?

  package init(type: String?, target: String?) {
    self.type = type
    self.target = target
  }

  /// Reads `action` and `actionType` of a block, creative, resource or button; `nil` without an
  /// action.
  package init?(_ value: Value) {
    guard let target = value.text("action") else { return nil }
    self.init(type: value.text("actionType"), target: target)
  }
}

extension NodeConvertible {
  package func action(_ tap: Tap?) -> Node { action(tap?.type, tap?.target) }
}
