/// The name and version of this program, as machine formats state them.
package enum Generator {
  package static let name = "sectionengine"
  package static let version = "0.1.0"
}
