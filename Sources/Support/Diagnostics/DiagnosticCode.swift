/// The stable codes of diagnostics; `sectionengine explain CODE` prints a code's page.
///
/// Bands: SE1 payload, SE2 layout, SE3 plugins, SE4 configuration, SE5 output, SE9 internal. Codes
/// follow semantic versioning: the meaning of a code never changes.
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
  case absentSource = "SE1027"

  // Layout.
  case frameHeightDiffers = "SE2001"
  case treeTooDeep = "SE2002"
  case layoutBudgetSpent = "SE2003"

  // Layout, found by commands that review pages, such as `check`.
  case overlappingSiblings = "SE2101"
  case clippedText = "SE2102"
  case truncatedText = "SE2103"
  case contentOffScreen = "SE2104"
  case absurdSize = "SE2105"
  case minimumAboveMaximum = "SE2106"
  case smallTouchTarget = "SE2107"
  case lowContrast = "SE2108"
  case unknownColor = "SE2109"
  case coveringPinnedPart = "SE2110"
  case duplicateIdentity = "SE2111"
  case emptySection = "SE2112"
  case uncoveredBlock = "SE2113"
  case missingAction = "SE2114"
  case malformedAction = "SE2115"
  case imageWithoutRatio = "SE2116"
  case breaksAtLargeText = "SE2117"
  case asymmetricDirection = "SE2118"
  case lostOnClient = "SE2119"
  case emptiedList = "SE2120"
  case unnamedControl = "SE2121"
  case engineWords = "SE2122"
  case lonelyStruckPrice = "SE2123"
  case breaksUnderStress = "SE2124"
  case roleInName = "SE2125"
  case sameName = "SE2126"
  case brokenExpectation = "SE2130"
  case unlikeApp = "SE2131"

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
  case pluginChanged = "SE3021"
  case pluginUnexamined = "SE3025"
  case trustEnded = "SE3030"
  case contentIgnored = "SE3031"

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
  case unusableFont = "SE4017"
  case missingDictionary = "SE4018"
  case pictureProblem = "SE4019"
  case unreadablePlugin = "SE4020"
  case cannotRemember = "SE4021"
  case invalidReproduction = "SE4022"
  case invalidPluginName = "SE4023"
  case draftedPlugin = "SE4024"
  case notFollowed = "SE4025"
  case unusableClaimsCache = "SE4026"
  case unreadInput = "SE4027"
  case outsideFolder = "SE4028"
  case missingTool = "SE4029"
  case invalidCheckConfiguration = "SE4030"
  case unusedIgnore = "SE4031"
  case invalidBaseline = "SE4032"
  case staleBaseline = "SE4033"
  case invalidExpectation = "SE4034"
  case unknownNode = "SE4040"
  case cannotListen = "SE4050"
  case previewUnavailable = "SE4051"
  case brokenFeeds = "SE4060"
  case stoppedBatch = "SE4061"
  case startBeyondEnd = "SE4062"
  case failingPlugin = "SE4063"

  // Output.
  case cannotWrite = "SE5001"
  case invalidDump = "SE5002"
  case rendererFailed = "SE5003"
  case unreadableView = "SE5004"
  case unknownInput = "SE5005"
  case gitFailed = "SE5006"
  case noScrollView = "SE5007"
  case invalidLayoutJSON = "SE5008"
  case takenEnvironment = "SE5009"
  case invalidSnapshots = "SE5010"
  case unknownSnapshotFeed = "SE5011"
  case writtenInPlace = "SE5012"
  case invalidProject = "SE5013"
  case unknownFeed = "SE5014"
  case invalidClient = "SE5015"
  case unknownClient = "SE5016"
  case otherThanClient = "SE5017"

  // Internal.
  case internalError = "SE9001"

  /// The pages of the catalogue by code. Each page begins with a heading: "# SE1001: …".
  private static let pages: [String: String] = {
    let text = String(decoding: PackageResources.Catalog_md, as: UTF8.self)
    let pages = text.dropFirst(2).split(separator: "\n# ").map { "# \($0)" }
    return Dictionary(pages.map { (String($0.dropFirst(2).prefix { $0 != ":" }), $0) }) { $1 }
  }()

  /// The page of the catalogue that explains the code, in Markdown.
  package var page: String { Self.pages[rawValue] ?? "" }

  /// The first line of the page without its code, such as "the document is empty".
  package var title: String {
    String(page.prefix { $0 != "\n" }.drop { $0 != ":" }.dropFirst(2))
  }
}
