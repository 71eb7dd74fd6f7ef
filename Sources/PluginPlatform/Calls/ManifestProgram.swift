/// The content of a manifest in executable form: the host reads manifests, and the worker calls the
/// functions that they name.
package struct ManifestProgram: Sendable, Hashable {
  /// C types, with their names in manifests.
  package enum CType: UInt8, Sendable, CaseIterable {
    case i8 = 1, i16, i32, i64, u8, u16, u32, u64, f32, f64, bool
    /// UTF-8 text, NUL-terminated.
    case string
    /// A function pointer; manifests cannot name it.
    case function

    package static let named = allCases.filter { $0 != .function }
    package var isFloat: Bool { self == .f32 || self == .f64 }
    package var isNumber: Bool { rawValue <= CType.f64.rawValue }
    package var word: String { "\(self)" }
  }

  /// A path from the block, the settings or an item.
  package struct Path: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
      case name(String)
      case index(UInt32)
    }
    /// The text in the manifest.
    package var text: String
    package var steps: [Step]

    package init(text: String, steps: [Step]) {
      self.text = text
      self.steps = steps
    }
  }

  /// A constant of the manifest; the low bytes are those of its C type.
  package enum Literal: Sendable, Hashable {
    case bits(UInt64)
    case text(String)
  }

  package enum Surrounding: UInt8, Sendable, CaseIterable { case width = 1, scale, textScale }

  package enum Callback: UInt8, Sendable, CaseIterable { case textHeight = 1, textWidth }

  package enum Source: Sendable, Hashable {
    case literal(Literal)
    case value(Path)
    case count(Path)
    case setting(Path)
    case item(Path)
    case environment(Surrounding)
    case rowIndex
    /// A function of the host with `float` or `double` parameters.
    case callback(Callback, isSingle: Bool)
  }

  package struct Argument: Sendable, Hashable {
    package var type: CType
    package var source: Source
    /// Used if the feed has no such value.
    package var fallback: Literal?

    package init(_ type: CType, _ source: Source, fallback: Literal? = nil) {
      self.type = type
      self.source = source
      self.fallback = fallback
    }
  }

  package enum Parameter: Sendable, Hashable {
    case scalar(Argument)
    /// A struct passed by value.
    case structure([Argument])

    package var arguments: [Argument] {
      switch self {
      case .scalar(let argument): [argument]
      case .structure(let fields): fields
      }
    }
  }

  /// The meaning of a field of a returned struct.
  package enum Measure: UInt8, Sendable, CaseIterable { case x = 1, y, width, height }

  package struct Field: Sendable, Hashable {
    package var type: CType
    /// `nil` for a field that the engine does not use.
    package var measure: Measure?

    package init(_ type: CType, _ measure: Measure?) {
      self.type = type
      self.measure = measure
    }
  }

  package enum Returned: Sendable, Hashable {
    case scalar(CType)
    case structure([Field])
  }

  package struct Call: Sendable, Hashable {
    package var symbol: String
    package var parameters: [Parameter]
    package var returned: Returned

    package init(symbol: String, parameters: [Parameter], returned: Returned) {
      self.symbol = symbol
      self.parameters = parameters
      self.returned = returned
    }
  }

  package enum Number: Sendable, Hashable {
    case argument(Argument)
    case call(Call)
  }

  package enum Frame: Sendable, Hashable {
    case call(Call)
    case parts(x: Number?, width: Number?, height: Number?)
  }

  /// The content of a row.
  package struct Template: Sendable, Hashable {
    package var title, detail, image, badge: Path?
    /// The ratio of the image's width to its height.
    package var imageAspectRatio = 1.0
    package var actionType: String?
    package var actionTarget: Path?
    package init() {}
  }

  package var id: String
  package var version: String
  package var blockCodes: [String] = []
  package var showTypes: [String] = []
  /// The soname of a library of the system; `nil` for a library that is copied to the worker.
  package var systemLibrary: String?
  package var items: Path?
  package var title: Path?
  package var rowCount: Number?
  package var rowHeight: Number?
  package var frame: Frame?
  package var item: Template?

  package init(id: String, version: String) {
    self.id = id
    self.version = version
  }

  /// The calls, in the order of the manifest's members.
  package var calls: [Call] {
    var numbers = [rowCount, rowHeight].compactMap { $0 }
    var calls: [Call] = []
    switch frame {
    case .call(let call): calls.append(call)
    case .parts(let x, let width, let height): numbers += [x, width, height].compactMap { $0 }
    case nil: break
    }
    return numbers.compactMap { if case .call(let call) = $0 { call } else { nil } } + calls
  }

  /// Whether a function of the host is passed to a call.
  package var hasCallbacks: Bool {
    calls.flatMap(\.parameters).flatMap(\.arguments).contains { $0.type == .function }
  }
}
