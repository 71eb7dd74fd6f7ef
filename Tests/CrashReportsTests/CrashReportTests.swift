import CIsolation
import Foundation
import TestTools
import Testing

@testable import PluginWorker

/// Crash records and files as a hostile plugin could write them.
@Suite struct CrashReportTests {
  /// Returns a record with memory mappings of real files, and with frames in and near their code.
  private static func record(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: MemoryLayout<se_crash>.size)
    let lines = maps.split(separator: "\n").filter { $0.contains("r-xp") }.prefix(200)
    let starts = lines.compactMap { UInt64($0.prefix { $0 != "-" }, radix: 16) }
    func put<T>(_ value: T, _ offset: Int) {
      withUnsafeBytes(of: value) { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
    func offset(_ place: PartialKeyPath<se_crash>) -> Int { MemoryLayout.offset(of: place) ?? 0 }
    let text = Array(lines.joined(separator: "\n").utf8.prefix(Int(SE_CRASH_MAP)))
    put(Int32(11), offset(\.signal))
    put(UInt32(text.count), offset(\.map_length))
    put(UInt64.random(in: 0...400, using: &random), offset(\.frame_count))
    let place = Int(SE_CRASH_MAP_OFFSET)
    bytes.replaceSubrange(place..<place + text.count, with: text)
    for index in 0..<Int(SE_CRASH_FRAMES) {
      let start = starts.randomElement(using: &random) ?? 0
      put(start &+ .random(in: 0...1 << 20, using: &random), offset(\.frames) + index * 8)
    }
    return bytes
  }

  @Test("random bytes give a bounded number of lines in bounded time", arguments: 0..<40)
  func noise(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = seed == 0 ? 0 : seed == 1 ? 17 : MemoryLayout<se_crash>.size
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(CrashReport.lines(of: bytes, program: -1, libraries: []).count <= 16)
  }

  @Test("forged frames end after a bounded number of lines", arguments: 0..<8)
  func forged(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let started = ContinuousClock.now
    let lines = CrashReport.lines(of: Self.record(&random), program: -1, libraries: [])
    #expect(lines.count <= 16)
    #expect(ContinuousClock.now - started < .seconds(20))
  }

  @Test("a damaged library is read without a crash", arguments: 0..<60)
  func damaged(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.library)))
    for _ in 0..<Int.random(in: 1...400, using: &random) {
      // Half of the damage is in the headers, the first 1024 bytes.
      let isHead = Bool.random(using: &random)
      let index = Int.random(in: 0..<(isHead ? 1024 : bytes.count), using: &random)
      bytes[index] = .random(in: 0...255, using: &random)
    }
    if seed.isMultiple(of: 5) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
    let path = NSTemporaryDirectory() + "damaged-\(UUID().uuidString)"
    defer { unlink(path) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    guard let file = LibraryFile(descriptor: descriptor) else { return }
    for _ in 0..<200 {
      _ = file.symbol(at: .random(in: 0...UInt64(bytes.count), using: &random))
      _ = file.address(ofOffset: .random(in: 0...UInt64.max, using: &random))
    }
    _ = file.address(ofOffset: .max)
  }

  private static var maps: String {
    // The size of this file is 0 until it is read.
    let file = FileHandle(forReadingAtPath: "/proc/self/maps")
    return String(decoding: file?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
  }

  /// The path of a system library, as the loader found it.
  private static let library: String = {
    _ = dlopen("libm.so.6", RTLD_NOW)
    let line = maps.split(separator: "\n").first {
      $0.contains("/libm.so") || $0.contains("/libm-")
    }
    return line.flatMap { $0.split(separator: " ").last.map(String.init) } ?? "/proc/self/exe"
  }()

  @Test("the functions of a compiled library are found by their addresses")
  func symbols() throws {
    let descriptor = open(Self.library, O_RDONLY)
    defer { close(descriptor) }
    let file = try #require(LibraryFile(descriptor: descriptor))
    let handle = try #require(dlopen(Self.library, RTLD_NOW))
    // Selects the mapping of the library's code, because other tests map the whole file.
    let code = try #require(
      Self.maps.split(separator: "\n").first { $0.hasSuffix(Self.library) && $0.contains(" r-xp ") }
    )
    let start = try #require(UInt(code.prefix { $0 != "-" }, radix: 16))
    let offset = try #require(code.split(separator: " ").dropFirst(2).first)
    let base = start - (try #require(UInt(offset, radix: 16)))
    for name in ["cbrt", "sinh", "lgamma", "asin", "nextafter"] {
      let symbol = try #require(dlsym(handle, name))
      let address = UInt64(UInt(bitPattern: symbol) - base)
      #expect(file.symbol(at: address + 2)?.start == address, "\(name)")
    }
  }

  @Test(
    "names of functions are short",
    arguments: [
      ("Author.Shop.rows(of: SectionKit.Block) throws -> [Author.Row]", "Shop.rows(of:)"),
      ("static Author.Shop.make() -> Author.Shop", "Shop.make()"),
      ("Author.fails(Swift.Int32) -> ()", "fails(_:)"),
      ("Author.Shop.name.getter : Swift.String", "Shop.name.getter"),
      (
        "Author.Shop.init(a: Swift.Int, _: (Swift.Int) -> Swift.Int) -> Author.Shop",
        "Shop.init(a:_:)"
      ),
      (
        "closure #1 (Swift.Int) -> Swift.Int in closure #2 () -> () in Author.Shop.rows(of: A.B) -> C",
        "closure #1 in closure #2 in Shop.rows(of:)"
      ),
      ("(extension in Author):Swift.Array.second() -> A", "Array.second()"),
      ("Author.(helper in _0F3A)(x: Swift.Int) -> Swift.Int", "helper(x:)"),
      ("generic specialization <Swift.Int> of Author.pick<A>(A, from: [A]) -> A", "pick(_:from:)"),
      ("main", "main"), ("", ""),
    ])
  func swiftNames(_ name: String, _ short: String) {
    #expect(FunctionName.short(name, isSwift: true) == short)
  }

  @Test(
    "names of C++ have no parameters and no template arguments",
    arguments: [
      ("item(std::vector<int, std::allocator<int> >&, int)", "item"),
      ("shop::List<int>::add(std::string const&) const", "shop::List::add"),
      ("int shop::pick<int>(int)", "shop::pick"),
      ("(anonymous namespace)::wild(int)", "wild"),
      ("shop::operator<(shop::A, shop::B)", "shop::operator<(shop::A, shop::B)"),
      ("core::panicking::panic_fmt", "core::panicking::panic_fmt"),
    ])
  func cPlusPlusNames(_ name: String, _ short: String) {
    #expect(FunctionName.short(name, isSwift: false) == short)
  }
}
