internal import Support

extension ProviderRegistry {
  /// Returns the claimed block code closest to an unknown one, if it is close enough to be a typing
  /// error: at most one edit per five bytes, and at most four, since codes of one feed are similar.
  package func suggestion(for blockCode: String) -> String? {
    Suggestion.closest(
      to: blockCode, among: knownBlockCodes, limit: min(4, max(1, blockCode.utf8.count / 5)))
  }
}
