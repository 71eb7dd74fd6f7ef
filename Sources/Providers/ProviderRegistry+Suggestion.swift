internal import Diagnostics

extension ProviderRegistry {
  /// The claimed block code closest to an unknown one, if it is close enough to be what was meant:
  /// at most one edit per five bytes, and never more than four, since codes of one feed are alike.
  package func suggestion(for blockCode: String) -> String? {
    Suggestion.closest(
      to: blockCode, among: knownBlockCodes, limit: min(4, max(1, blockCode.utf8.count / 5)))
  }
}
