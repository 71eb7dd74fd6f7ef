@testable import SectionKit

private func fake(_ host: UnsafePointer<se_host>?) -> FakeHost {
  guard let context = host?.pointee.context else { preconditionFailure("a call without a host") }
  return Unmanaged<FakeHost>.fromOpaque(context).takeUnretainedValue()
}

private func reading(_ host: UnsafePointer<se_host>?, _ value: se_value) -> FakeHost.Record {
  let host = fake(host)
  host.reads += 1
  return host[value]
}

extension FakeHost {
  // The table is not changed after its initialization.
  nonisolated(unsafe) private static let outputTable: UnsafePointer<se_output> = {
    let output = UnsafeMutablePointer<se_output>.allocate(capacity: 1)
    output.initialize(to: se_output(write: { fake($0).output?.append(String($1)) }))
    return UnsafePointer(output)
  }()

  static var functions: se_host {
    var host = se_host()
    host.abi = UInt32(SE_ABI_MAJOR) << 16 | UInt32(SE_ABI_MINOR)
    host.kind = { reading($0, $1).kind }
    host.count = { reading($0, $1).count }
    host.first = { se_value(index: reading($0, $1).first) }
    host.next = { se_value(index: reading($0, $1).next) }
    host.key = { reading($0, $1).key.borrowed }
    host.string = { reading($0, $1).text.borrowed }
    host.element = { host, value, position in
      let record = reading(host, value)
      guard record.kind == SE_ARRAY, position < record.count else { return se_value(index: 0) }
      var index = record.first
      for _ in 0..<position {
        index = fake(host)[se_value(index: index)].next
        fake(host).steps += 1
      }
      return se_value(index: index)
    }
    host.member = { host, value, key in
      let record = reading(host, value)
      guard record.kind == SE_OBJECT else { return se_value(index: 0) }
      let key = String(key)
      var index = record.first
      var found: UInt32 = 0
      while index != 0 {
        let member = fake(host)[se_value(index: index)]
        if String(member.key.borrowed) == key { found = index }
        index = member.next
        fake(host).steps += 1
      }
      return se_value(index: found)
    }
    host.int64 = { host, value, out in
      switch reading(host, value).json {
      case .integer(let integer): out?.pointee = integer
      case .number(let number):
        guard number.magnitude <= 0x1p53, let integer = Int64(exactly: number) else { return false }
        out?.pointee = integer
      default: return false
      }
      return true
    }
    host.uint64 = { host, value, out in
      switch reading(host, value).json {
      case .unsigned(let integer): out?.pointee = integer
      case .integer(let integer) where integer >= 0: out?.pointee = UInt64(integer)
      default: return false
      }
      return true
    }
    host.number = { host, value, otherwise in
      switch reading(host, value).json {
      case .integer(let integer): Double(integer)
      case .unsigned(let integer): Double(integer)
      case .number(let number): number
      default: otherwise
      }
    }
    host.boolean = { host, value, otherwise in
      if case .bool(let bool) = reading(host, value).json { bool } else { otherwise }
    }
    host.measure_text = { host, text, size, weight, width, lines in
      fake(host).measured.append("\(String(text)) \(size) \(weight) \(width) \(lines)")
      return se_size(width: Double(text.length) * size, height: size)
    }
    host.begin_node = { host, node in
      guard let node else { return }
      let host = fake(host)
      host.lines.append(String(repeating: "  ", count: host.depth) + line(for: node.pointee))
      host.depth += 1
    }
    host.end_node = { fake($0).depth -= 1 }
    host.fail = { host, place, path, message in
      let host = fake(host)
      host.failures.append(
        Report(place: host.describe(place, path), message: String(message)))
    }
    host.warn = { host, place, path, message in
      let host = fake(host)
      host.warnings.append(
        Report(place: host.describe(place, path), message: String(message)))
    }
    host.extension = { host, name in
      fake(host).output != nil && String(name) == SE_OUTPUT
        ? UnsafeRawPointer(FakeHost.outputTable) : nil
    }
    return host
  }
}
