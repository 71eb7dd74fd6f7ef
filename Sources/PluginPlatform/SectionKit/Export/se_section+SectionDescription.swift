extension se_section {
  init(_ section: SectionDescription, title: se_str) {
    self.init()
    self.title = title
    margin_top = section.margins.top
    margin_end = section.margins.end
    margin_bottom = section.margins.bottom
    margin_start = section.margins.start
    inset_top = section.insets.top
    inset_end = section.insets.end
    inset_bottom = section.insets.bottom
    inset_start = section.insets.start
    row_spacing = section.rowSpacing
    item_spacing = section.itemSpacing
    item_alignment = section.itemAlignment.rawValue
    minimum_height = section.minimumHeight
    header = se_supplement(section.header)
    footer = se_supplement(section.footer)
    has_background = section.background != nil
    background_extent = section.background?.rawValue ?? SE_BEHIND_ROWS
    placement = section.placement.rawValue
    let layout = section.layout
    self.layout = layout.kind
    columns = UInt32(clamping: layout.columns)
    lanes = UInt32(clamping: layout.lanes)
    row_alignment = layout.rowAlignment.rawValue
    scrolling = layout.scrolling.rawValue
    peek = layout.peek
    current_group = UInt32(clamping: layout.currentGroup)
  }
}

extension se_supplement {
  init(_ supplement: Supplement?) {
    self.init()
    guard let supplement else { return }
    present = true
    pinned = supplement.isPinned
    height = supplement.height.length
  }
}

extension se_item {
  init(_ item: ItemDescription) {
    self.init()
    width =
      switch item.width {
      case .automatic: se_length()
      case .points(let points): se_length(value: points, unit: SE_POINTS, reserved: 0)
      case .fraction(let part): se_length(value: part, unit: SE_FRACTION, reserved: 0)
      }
    column_span = UInt32(clamping: item.columnSpan)
    row_span = UInt32(clamping: item.rowSpan)
    full_bleed = item.isFullBleed
    stretch = item.isStretched
  }
}
