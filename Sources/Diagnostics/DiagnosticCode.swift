/// Every diagnostic has a stable code; `sectionengine explain CODE` prints its page.
///
/// Bands: SE1 payload, SE2 layout, SE3 plugins, SE4 configuration, SE5 output, SE9 internal. Codes
/// follow semantic versioning: one is never given another meaning.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  // Payload.
  case emptyDocument = "SE1001"
  case invalidJSON = "SE1002"
  case truncatedDocument = "SE1003"
  case unexpectedShape = "SE1004"
  case invalidUTF8 = "SE1005"
  case byteOrderMark = "SE1006"
  case duplicateKey = "SE1007"
  case documentTooLarge = "SE1008"
  case numberOutOfRange = "SE1009"
  case businessError = "SE1010"
  case itemsNotFound = "SE1011"
  case mismatchedOptional = "SE1013"
  case missingBlockCode = "SE1014"
  case repeatedBlock = "SE1015"
  case unreadableSource = "SE1016"
  case inferredStructure = "SE1017"
  case nothingInferred = "SE1018"
  case lostSource = "SE1019"
  case networkFailure = "SE1020"
  case httpStatus = "SE1021"
  case cachedReply = "SE1022"
  case repeatedItem = "SE1023"
  case missingItemIdentity = "SE1024"
  case repeatedCursor = "SE1025"
  case missingParameter = "SE1026"

  // Layout.
  case frameHeightDiffers = "SE2001"
  case treeTooDeep = "SE2002"

  // Plugins.
  case pluginRefused = "SE3001"
  case unknownBlock = "SE3002"
  case providerDeclined = "SE3003"
  case providerFailed = "SE3004"
  case invalidResult = "SE3005"
  case shadowedClaim = "SE3006"
  case limitExceeded = "SE3007"
  case providerWarning = "SE3008"
  case unknownBlockForbidden = "SE3009"
  case unreadablePluginFolder = "SE3010"
  case pluginBroke = "SE3011"
  case pluginQuarantined = "SE3012"
  case deniedCall = "SE3013"
  case pluginOutput = "SE3014"
  case protectionMissing = "SE3015"
  case workerFailed = "SE3016"
  case invalidManifest = "SE3017"
  case manifestMismatch = "SE3018"
  case manifestNeedsWorker = "SE3019"

  // Configuration.
  case invalidFeedLayout = "SE4001"
  case unknownLayout = "SE4002"
  case unknownDevice = "SE4003"
  case invalidOption = "SE4004"
  case unknownSource = "SE4005"
  case unknownSection = "SE4006"
  case invalidMetrics = "SE4007"
  case unknownMetrics = "SE4008"
  case scrolledBeyondEnd = "SE4009"
  case unmatchedName = "SE4010"
  case settingWithoutEffect = "SE4011"
  case draftedLayout = "SE4012"
  case unaskableSource = "SE4014"
  case fetcherUnavailable = "SE4015"
  case unusableCache = "SE4016"
  case unreadablePlugin = "SE4020"
  case cannotRemember = "SE4021"
  case invalidReproduction = "SE4022"
  case invalidPluginName = "SE4023"
  case draftedPlugin = "SE4024"
  case notFollowed = "SE4025"

  // Output.
  case cannotWrite = "SE5001"
  case invalidDump = "SE5002"
  case rendererFailed = "SE5003"

  // Internal.
  case internalError = "SE9001"
}
