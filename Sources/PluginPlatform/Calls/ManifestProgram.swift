package import FeedTape

/// The content of a manifest: paths of the feed, and the C functions that the worker calls.
package struct ManifestProgram: Sendable, Hashable {
  /// The C types of parameters and results. The case names are those in manifests.
  package enum CType: UInt8, Sendable, CaseIterable {
    case i8 = 1, i16, i32, i64, u8, u16, u32, u64, f32, f64, bool
    /// UTF-8 text, NUL-terminated.
    case string
    /// A pointer to a function of the host. Manifests have no name for this type.
    case function

    package static let named = allCases.filter { $0 != .function }
    package var isFloat: Bool { self == .f32 || self == .f64 }
    package var isNumber: Bool { rawValue <= CType.f64.rawValue }
  }

  /// A JSON path relative to the block, the settings or an item.
  package struct Path: Sendable, Hashable {
    package typealias Step = PathStep
    package var text: String
    package var steps: [PathStep]

    package init(text: String, steps: [PathStep]) {
      self.text = text
      self.steps = steps
    }
  }

  /// A constant of the manifest.
  package struct Literal: Sendable, Hashable {
    /// The bytes of the C value, as the low bytes of this integer; unused for a string.
    package var bits: UInt64 = 0
    package var text = ""

    package static func bits(_ bits: UInt64) -> Self { .init(bits: bits) }
    package static func text(_ text: String) -> Self { .init(text: text) }
  }

  package enum Surrounding: UInt8, Sendable, CaseIterable { case width = 1, scale, textScale }

  package enum Callback: UInt8, Sendable, CaseIterable { case textHeight = 1, textWidth }

  /// The value at which a path starts.
  package enum Base: UInt8, Sendable { case block = 1, settings, item }

  package indirect enum Source: Sendable, Hashable {
    case literal(Literal)
    case value(Path, of: Base)
    /// The number of elements of the array at a path in the block.
    case count(Path)
    case environment(Surrounding)
    case rowIndex
    /// A pointer to a function of the host that has `float` (`isSingle`) or `double` parameters.
    case callback(Callback, isSingle: Bool)
    /// The result of a function of the library; only for numbers of the section, not for arguments.
    case call(Call)
  }

  /// An argument of a function, or a number of the section such as its row height.
  package struct Argument: Sendable, Hashable {
    package var type: CType
    package var source: Source
    /// The value that is used if the feed has none; `nil` if a value is required.
    package var fallback: Literal?

    package init(_ type: CType, _ source: Source, fallback: Literal? = nil) {
      self.type = type
      self.source = source
      self.fallback = fallback
    }
  }

  /// A parameter or result: a scalar, or a struct that is passed by value.
  package struct Passed<Value: FlatValue & Sendable & Hashable>: Sendable, Hashable {
    package var values: [Value]
    package var isScalar: Bool

    package static func scalar(_ value: Value) -> Self { .init(values: [value], isScalar: true) }
    package static func structure(_ fields: [Value]) -> Self {
      .init(values: fields, isScalar: false)
    }
  }

  package enum Measure: UInt8, Sendable, CaseIterable { case x = 1, y, width, height }

  package struct Field: Sendable, Hashable {
    package var type: CType
    /// The measure that the field gives; `nil` if the engine ignores the field.
    package var measure: Measure?

    package init(_ type: CType, _ measure: Measure? = nil) {
      self.type = type
      self.measure = measure
    }
  }

  package struct Call: Sendable, Hashable {
    package var symbol: String
    package var parameters: [Passed<Argument>]
    package var returned: Passed<Field>

    package init(symbol: String, parameters: [Passed<Argument>], returned: Passed<Field>) {
      self.symbol = symbol
      self.parameters = parameters
      self.returned = returned
    }
  }

  /// The paths and constants from which the content of each row is made.
  package struct Template: Sendable, Hashable {
    package var title, detail, image, badge: Path?
    /// The ratio of the image's width to its height.
    package var imageAspectRatio = 1.0
    package var actionType: String?
    package var actionTarget: Path?
    /// A former price, which is shown struck through after the detail.
    package var oldPrice: Path?
    package var resourceType: String?
    package var resourceID: Path?
    /// Whether the row has parts that need the extension `section.content/1`.
    package var usesContent: Bool { image != nil || oldPrice != nil || resourceID != nil }
  }

  package var id: String
  package var version: String
  package var blockCodes: [String] = []
  package var showTypes: [String] = []
  /// The soname of a system library; `nil` if the library is a file that the manifest names.
  package var systemLibrary: String?
  package var items: Path?
  package var title: Path?
  package var rowCount: Argument?
  package var rowHeight: Argument?
  /// The function that returns the whole frame; an alternative to `x`, `width` and `height`.
  package var frame: Call?
  package var x, width, height: Argument?
  package var item: Template?

  /// The calls in the order of `numbers`, then the call of `frame`.
  package var calls: [Call] {
    let own = numbers.compactMap { if case .call(let call) = $0.source { call } else { nil } }
    return if let frame { own + [frame] } else { own }
  }

  package var numbers: [Argument] {
    [rowCount, rowHeight, x, width, height].compactMap(\.self)
  }

  /// Whether a call has a pointer to a function of the host as an argument.
  package var hasCallbacks: Bool {
    calls.flatMap(\.parameters).flatMap(\.values).contains { $0.type == .function }
  }
}

extension ManifestProgram {
  package init(id: String, version: String) {
    self.init(id: id, version: version, blockCodes: [])
  }
}

extension ManifestProgram.Template {
  package init(title: ManifestProgram.Path?) { self.init(title: title, detail: nil) }
}

extension ManifestProgram.CType {
  /// Returns the bits of an integer as this type; `nil` if the type cannot represent it exactly.
  @inlinable
  package func bits(of number: some BinaryInteger) -> UInt64? {
    let exact: (any FixedWidthInteger)? =
      switch self {
      case .i8: Int8(exactly: number)
      case .i16: Int16(exactly: number)
      case .i32: Int32(exactly: number)
      case .i64: Int64(exactly: number)
      case .u8: UInt8(exactly: number)
      case .u16: UInt16(exactly: number)
      case .u32: UInt32(exactly: number)
      case .u64: UInt64(exactly: number)
      case .f32, .f64, .bool, .string, .function: nil
      }
    return exact.map { UInt64(truncatingIfNeeded: $0) }
  }

  /// Returns the bits of a number as this type, rounded for `f32`; `nil` if it does not fit.
  package func bits(of number: Double) -> UInt64? {
    switch self {
    case .f32: Float(number).isFinite ? UInt64(Float(number).bitPattern) : nil
    case .f64: number.bitPattern
    default:
      Int64(exactly: number).map { bits(of: $0) }
        ?? UInt64(exactly: number).flatMap { bits(of: $0) }
    }
  }
}
