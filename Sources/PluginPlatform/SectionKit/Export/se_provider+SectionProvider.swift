extension se_provider {
  /// The claims of a provider, in the memory that its table points to.
  struct Claims {
    var codes = UnsafeBufferPointer<se_str>(start: nil, count: 0)
    var showTypes = UnsafeBufferPointer<se_str>(start: nil, count: 0)
  }

  /// Creates the function table of a provider type.
  /// - Parameters:
  ///   - type: The type, in memory that stays valid as long as the table is used.
  ///   - claims: Static memory with the claims; empty for a host that reads them from the type.
  init(
    drawnBy type: UnsafePointer<any SectionProvider.Type>, claiming claims: Claims = Claims()
  ) {
    self.init(
      self: UnsafeMutableRawPointer(mutating: type),
      block_codes: claims.codes.baseAddress,
      show_types: claims.showTypes.baseAddress,
      block_code_count: UInt32(claims.codes.count),
      show_type_count: UInt32(claims.showTypes.count),
      open: { this, host, raw, section in
        guard let this, let host, let raw, let section else { return SE_FAILED }
        let block = Block(host: host, block: raw.pointee)
        return block.root.report(declined: SE_DECLINED) {
          let provider = try this.load(as: (any SectionProvider.Type).self).init(block)
          let open = OpenSection(provider, root: block.root.raw)
          section.pointee = Unmanaged.passRetained(open).toOpaque()
        }
      },
      close: { section in
        guard let section else { return }
        Unmanaged<OpenSection>.fromOpaque(section).release()
      },
      describe: { section, host, out in
        answer(section, host, out) { $1.pointee = try $0.describe() }
      },
      row_count: { section, host, out in
        answer(section, host, out) { $1.pointee = UInt32(clamping: $0.provider.rowCount) }
      },
      item: { section, host, row, out in
        answer(section, host, out) { $1.pointee = se_item(try $0.provider.item(Int(row))) }
      },
      row_height: { section, host, row, out in
        answer(section, host, out) { $1.pointee = try $0.provider.rowHeight(Int(row)).length }
      },
      frame: { section, host, out in
        answer(section, host, out) { section, out in
          if let host { section.reportLosses(to: host) }
          guard let frame = try section.provider.frame else { return }
          out.pointee = se_frame(x: frame.x, width: frame.width.raw, height: frame.height.raw)
        }
      },
      build: { section, host, part, row in
        guard let section, let host else { return SE_FAILED }
        return Unmanaged<OpenSection>.fromOpaque(section)._withUnsafeGuaranteedRef { open in
          Value(host: host, raw: open.root).report {
            Emitter(host: host, section: open).emit(try open.body(of: part, row: Int(row)))
          }
        }
      })
  }
}

/// Runs `body` for one call from the host; converts a Swift error to a call of `fail` and a status.
@inline(__always)
private func answer<Out>(
  _ section: UnsafeMutableRawPointer?, _ host: UnsafePointer<se_host>?,
  _ out: UnsafeMutablePointer<Out>?,
  _ body: (OpenSection, UnsafeMutablePointer<Out>) throws -> Void
) -> se_status {
  guard let section, let host, let out else { return SE_FAILED }
  // The host keeps the section alive until `close`, so it is not retained here.
  return Unmanaged<OpenSection>.fromOpaque(section)._withUnsafeGuaranteedRef { open in
    Value(host: host, raw: open.root).report {
      try body(open, out)
    }
  }
}

extension RowHeight {
  var length: se_length {
    switch self {
    case .automatic: Length.auto.raw
    case .points(let points): Length.points(points).raw
    }
  }
}
