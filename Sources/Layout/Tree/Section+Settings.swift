extension Section {
  /// A setting of a section, or of its rows, that only some layouts use. The raw value is the key in a
  /// feed layout, or the word for a setting that only providers have.
  package enum Setting: String, Sendable, CaseIterable {
    case columns, lanes, rowAlignment, itemAlignment, scrolling, peek, currentGroup
    // Settings of a row.
    case width, columnSpan, rowSpan, fullBleed, stretch

    /// Whether a layout uses the setting.
    package func isUsed(by layout: Layout) -> Bool {
      switch self {
      case .columns: layout == .grid || layout == .waterfall || layout == .onePlusN
      case .lanes, .scrolling, .peek, .currentGroup: layout == .carousel || layout == .pager
      case .rowAlignment: layout == .flow
      case .itemAlignment, .stretch: layout != .waterfall
      case .width: layout == .list || layout == .carousel || layout == .flow || layout == .onePlusN
      case .columnSpan: layout == .grid || layout == .waterfall
      case .rowSpan: layout == .grid
      case .fullBleed: layout == .list
      }
    }

    /// The layouts that use the setting.
    package var layouts: [Layout] { Layout.allCases.filter(isUsed) }

    /// Whether the setting is one of a row.
    package var isOfRow: Bool {
      switch self {
      case .columns, .lanes, .rowAlignment, .itemAlignment, .scrolling, .peek, .currentGroup: false
      case .width, .columnSpan, .rowSpan, .fullBleed, .stretch: true
      }
    }
  }

  /// Returns the settings with other values than the defaults that a layout does not use. Complexity:
  /// O(rows).
  package func unusedSettings(in layout: Layout) -> [Setting] {
    var unused: [Setting] = []
    for setting in Setting.allCases where !setting.isUsed(by: layout) && states(setting) {
      unused.append(setting)
    }
    return unused
  }

  private func states(_ setting: Setting) -> Bool {
    switch setting {
    case .columns: columns > 1
    case .lanes: lanes > 1
    case .rowAlignment: rowAlignment != .start
    case .itemAlignment: itemAlignment != .auto && itemAlignment != .start
    case .scrolling: orthogonalScrolling != .continuous
    case .peek: peek > 0
    case .currentGroup: currentGroup > 0
    case .width: rows.contains { $0.width != .automatic }
    case .columnSpan: rows.contains { $0.columnSpan > 1 }
    case .rowSpan: rows.contains { $0.rowSpan > 1 }
    case .fullBleed: rows.contains { $0.isFullBleed }
    case .stretch: rows.contains { $0.isStretched }
    }
  }
}

extension SectionLayoutOverride {
  /// Returns the settings of the feed layout that a section layout does not use.
  ///
  /// `currentGroup` is not among them: in other layouts than carousel and pager, it is the page of the
  /// first pager node.
  package func unusedSettings(in layout: Section.Layout) -> [Section.Setting] {
    let stated: [(setting: Section.Setting, isStated: Bool)] = [
      (.columns, columns != nil), (.lanes, lanes != nil), (.rowAlignment, rowAlignment != nil),
      (.itemAlignment, itemAlignment != nil), (.scrolling, orthogonalScrolling != nil),
      (.peek, peek != nil),
    ]
    return stated.filter { $0.isStated && !$0.setting.isUsed(by: layout) }.map { $0.setting }
  }
}
