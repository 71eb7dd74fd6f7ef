import CLibFuzzer
import FuzzTargets
import Glibc
import TestTools

// The functions that libFuzzer calls; libFuzzer itself provides `main`. Environment variables
// select the target, because the arguments belong to libFuzzer:
//
// | variable | meaning |
// |---|---|
// | `FUZZ_TARGET` | the name of the target; if empty, lists all targets with their source files |
// | `FUZZ_SEEDS` | an empty folder, to which the seeds are written |
//
// The program runs in the folder of the repository, because the mutators read keys and values of
// the formats from files there.

private let repository = Repository(path: ".")

private let target: FuzzTarget = {
  let name = variable("FUZZ_TARGET") ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    for target in FuzzTarget.allCases {
      print(([target.rawValue] + target.sources).joined(separator: " "))
    }
    exit(name.isEmpty ? 0 : 64)
  }
  return target
}()

private let mutator = target.mutator(repository)

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Writes the seeds if `FUZZ_SEEDS` names a folder, before any input is run.
@c @implementation
public func LLVMFuzzerInitialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  let target = target
  if let folder = variable("FUZZ_SEEDS") {
    for (number, seed) in target.seeds(repository).enumerated() {
      guard write(seed, to: "\(folder)/seed-\(number)") else {
        perror(folder)
        exit(74)
      }
    }
  }
  return 0
}

private func write(_ bytes: [UInt8], to path: String) -> Bool {
  guard let file = fopen(path, "w") else { return false }
  let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
  return fclose(file) == 0 && isWritten
}

/// Runs the target on one input, and ends the process on a violation.
@c @implementation
public func LLVMFuzzerTestOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  do throws(Violation) {
    try target.run(Array(UnsafeBufferPointer(start: data, count: size)))
  } catch {
    fatalError(error.what)
  }
  return 0
}

/// Changes an input in place and returns its new size.
@c @implementation
public func LLVMFuzzerCustomMutator(
  _ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ most: Int, _ seed: CUnsignedInt
) -> Int {
  var random = SplitMix64(seed: UInt64(seed))
  // Half of the mutations ignore the format, because parsers also meet input that no writer
  // produces.
  if Bool.random(using: &random) { return LLVMFuzzerMutate(data, size, most) }
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  let mutant = mutator.mutant(of: input, &random)
  guard !mutant.isEmpty, mutant.count <= most, let data else {
    return LLVMFuzzerMutate(data, size, most)
  }
  data.update(from: mutant, count: mutant.count)
  return mutant.count
}

/// Combines two inputs into one and returns its size.
@c @implementation
public func LLVMFuzzerCustomCrossOver(
  _ one: UnsafePointer<UInt8>?, _ oneSize: Int, _ other: UnsafePointer<UInt8>?, _ otherSize: Int,
  _ out: UnsafeMutablePointer<UInt8>?, _ most: Int, _ seed: CUnsignedInt
) -> Int {
  var random = SplitMix64(seed: UInt64(seed))
  let child = mutator.child(
    of: Array(UnsafeBufferPointer(start: one, count: oneSize)),
    and: Array(UnsafeBufferPointer(start: other, count: otherSize)), &random
  ).prefix(most)
  out?.update(from: Array(child), count: child.count)
  return child.count
}
