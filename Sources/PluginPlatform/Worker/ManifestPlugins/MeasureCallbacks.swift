internal import CFFI
internal import CSectionABI
internal import Glibc
internal import PluginCalls

/// Functions that measure texts, which a library can call: `double (*)(const char *text, double
/// size, double max_width)`, and the same signature with `float`.
///
/// They are closures of libffi, because a plain C function cannot refer to the current host. They
/// are created before the sandbox, which denies reading a file that libffi needs for them.
package final class MeasureCallbacks {
  /// The data of a closure.
  private struct ClosureData {
    /// The host that measures; `nil` while no function of the library runs.
    var host: UnsafePointer<se_host>?
    var kind: ManifestProgram.Callback
    var isSingle: Bool
  }

  private static let count = ManifestProgram.Callback.allCases.count * 2
  private let data = UnsafeMutablePointer<ClosureData>.allocate(capacity: count)
  private let interfaces = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 2)
  private let types = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(capacity: 6)
  private var codes: [UnsafeMutableRawPointer] = []

  /// Creates the closures; `nil` if the system does not permit closures.
  package init?() {
    for (index, number) in [se_ffi_f64(), se_ffi_f32()].enumerated() {
      let own = types + index * 3
      own.initialize(from: [se_ffi_pointer(), number, number], count: 3)
      guard ffi_prep_cif(interfaces + index, FFI_DEFAULT_ABI, 3, number, own) == FFI_OK else {
        return nil
      }
    }
    for index in 0..<Self.count {
      let own = data + index
      let isSingle = index % 2 == 1
      own.initialize(
        to: ClosureData(
          host: nil, kind: ManifestProgram.Callback.allCases[index / 2], isSingle: isSingle))
      var code: UnsafeMutableRawPointer?
      guard let closure = ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code), let code,
        ffi_prep_closure_loc(
          closure.assumingMemoryBound(to: ffi_closure.self), interfaces + (isSingle ? 1 : 0),
          { _, result, arguments, data in
            guard let result, let arguments, let data else { return }
            MeasureCallbacks.answer(
              data.assumingMemoryBound(to: ClosureData.self), arguments, into: result)
          }, own, code) == FFI_OK
      else { return nil }
      codes.append(code)
    }
  }

  func address(_ callback: ManifestProgram.Callback, isSingle: Bool) -> UnsafeMutableRawPointer {
    codes[Int(callback.rawValue - 1) * 2 + (isSingle ? 1 : 0)]
  }

  /// Sets the host that measures texts for the next calls of the closures.
  func use(_ host: UnsafePointer<se_host>?) {
    for index in 0..<Self.count { data[index].host = host }
  }

  private static func answer(
    _ data: UnsafeMutablePointer<ClosureData>,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    into result: UnsafeMutableRawPointer
  ) {
    func number(_ index: Int) -> Double {
      guard let place = arguments[index] else { return 0 }
      return data.pointee.isSingle
        ? Double(place.load(as: Float.self)) : place.load(as: Double.self)
    }
    var size = se_size()
    if let host = data.pointee.host, let measure = host.pointee.measure_text,
      let text = arguments[0]?.load(as: UnsafePointer<CChar>?.self)
    {
      // Stops after the maximum length: the host then refuses a text without a NUL as too long.
      let length = strnlen(text, BorderLimits.textBytes + 1)
      size = measure(
        host, se_str(data: text, length: length), number(1), 0, max(0, number(2)), 0)
    }
    let value = data.pointee.kind == .textHeight ? size.height : size.width
    if data.pointee.isSingle {
      // libffi expects narrow integers, but not floats, to be written as a full register.
      result.storeBytes(of: Float(value), as: Float.self)
    } else {
      result.storeBytes(of: value, as: Double.self)
    }
  }
}
