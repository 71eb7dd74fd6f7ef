/// The program that writes, as machine formats name it.
package enum Generator {
  package static let name = "sectionengine"
  package static let version = "0.1.0"
}
