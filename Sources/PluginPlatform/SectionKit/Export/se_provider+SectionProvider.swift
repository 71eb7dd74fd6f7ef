extension se_provider {
  /// Creates the function table of a provider type; the stored type is never freed.
  init(drawnBy type: any SectionProvider.Type) {
    let codes = type.blockCodes.map(StaticStorage.string)
    let showTypes = type.showTypes.map(StaticStorage.string)
    self.init(
      self: UnsafeMutableRawPointer(mutating: StaticStorage.keep(type)),
      block_codes: StaticStorage.keep(codes),
      show_types: StaticStorage.keep(showTypes),
      block_code_count: UInt32(codes.count),
      show_type_count: UInt32(showTypes.count),
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
