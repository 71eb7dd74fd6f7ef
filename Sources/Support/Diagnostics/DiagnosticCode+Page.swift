extension DiagnosticCode {
  /// The page of the catalogue that explains the code, in Markdown.
  package var page: String { String(decoding: pageBytes, as: UTF8.self) }

  /// The first line of the page without its code, such as "the document is empty".
  package var title: String {
    let line = page.prefix { $0 != "\n" }
    guard let colon = line.firstIndex(of: ":") else { return String(line) }
    return String(line[colon...].dropFirst(2))
  }

  private var pageBytes: [UInt8] {
    switch self {
    case .emptyDocument: PackageResources.SE1001_md
    case .invalidJSON: PackageResources.SE1002_md
    case .truncatedDocument: PackageResources.SE1003_md
    case .unexpectedShape: PackageResources.SE1004_md
    case .invalidUTF8: PackageResources.SE1005_md
    case .byteOrderMark: PackageResources.SE1006_md
    case .duplicateKey: PackageResources.SE1007_md
    case .documentTooLarge: PackageResources.SE1008_md
    case .numberOutOfRange: PackageResources.SE1009_md
    case .businessError: PackageResources.SE1010_md
    case .itemsNotFound: PackageResources.SE1011_md
    case .mismatchedOptional: PackageResources.SE1013_md
    case .missingBlockCode: PackageResources.SE1014_md
    case .repeatedBlock: PackageResources.SE1015_md
    case .unreadableSource: PackageResources.SE1016_md
    case .inferredStructure: PackageResources.SE1017_md
    case .nothingInferred: PackageResources.SE1018_md
    case .lostSource: PackageResources.SE1019_md
    case .networkFailure: PackageResources.SE1020_md
    case .httpStatus: PackageResources.SE1021_md
    case .cachedReply: PackageResources.SE1022_md
    case .repeatedItem: PackageResources.SE1023_md
    case .missingItemIdentity: PackageResources.SE1024_md
    case .repeatedCursor: PackageResources.SE1025_md
    case .missingParameter: PackageResources.SE1026_md
    case .absentSource: PackageResources.SE1027_md
    case .frameHeightDiffers: PackageResources.SE2001_md
    case .treeTooDeep: PackageResources.SE2002_md
    case .layoutBudgetSpent: PackageResources.SE2003_md
    case .overlappingSiblings: PackageResources.SE2101_md
    case .clippedText: PackageResources.SE2102_md
    case .truncatedText: PackageResources.SE2103_md
    case .contentOffScreen: PackageResources.SE2104_md
    case .absurdSize: PackageResources.SE2105_md
    case .minimumAboveMaximum: PackageResources.SE2106_md
    case .smallTouchTarget: PackageResources.SE2107_md
    case .lowContrast: PackageResources.SE2108_md
    case .unknownColor: PackageResources.SE2109_md
    case .coveringPinnedPart: PackageResources.SE2110_md
    case .duplicateIdentity: PackageResources.SE2111_md
    case .emptySection: PackageResources.SE2112_md
    case .uncoveredBlock: PackageResources.SE2113_md
    case .missingAction: PackageResources.SE2114_md
    case .malformedAction: PackageResources.SE2115_md
    case .imageWithoutRatio: PackageResources.SE2116_md
    case .breaksAtLargeText: PackageResources.SE2117_md
    case .asymmetricDirection: PackageResources.SE2118_md
    case .pluginRefused: PackageResources.SE3001_md
    case .unknownBlock: PackageResources.SE3002_md
    case .providerDeclined: PackageResources.SE3003_md
    case .providerFailed: PackageResources.SE3004_md
    case .invalidResult: PackageResources.SE3005_md
    case .shadowedClaim: PackageResources.SE3006_md
    case .limitExceeded: PackageResources.SE3007_md
    case .providerWarning: PackageResources.SE3008_md
    case .unknownBlockForbidden: PackageResources.SE3009_md
    case .unreadablePluginFolder: PackageResources.SE3010_md
    case .pluginBroke: PackageResources.SE3011_md
    case .pluginQuarantined: PackageResources.SE3012_md
    case .deniedCall: PackageResources.SE3013_md
    case .pluginOutput: PackageResources.SE3014_md
    case .protectionMissing: PackageResources.SE3015_md
    case .workerFailed: PackageResources.SE3016_md
    case .invalidManifest: PackageResources.SE3017_md
    case .manifestMismatch: PackageResources.SE3018_md
    case .manifestNeedsWorker: PackageResources.SE3019_md
    case .pluginChanged: PackageResources.SE3021_md
    case .pluginUnexamined: PackageResources.SE3025_md
    case .trustEnded: PackageResources.SE3030_md
    case .invalidFeedLayout: PackageResources.SE4001_md
    case .unknownLayout: PackageResources.SE4002_md
    case .unknownDevice: PackageResources.SE4003_md
    case .invalidOption: PackageResources.SE4004_md
    case .unknownSource: PackageResources.SE4005_md
    case .unknownSection: PackageResources.SE4006_md
    case .invalidMetrics: PackageResources.SE4007_md
    case .unknownMetrics: PackageResources.SE4008_md
    case .scrolledBeyondEnd: PackageResources.SE4009_md
    case .unmatchedName: PackageResources.SE4010_md
    case .settingWithoutEffect: PackageResources.SE4011_md
    case .draftedLayout: PackageResources.SE4012_md
    case .unaskableSource: PackageResources.SE4014_md
    case .fetcherUnavailable: PackageResources.SE4015_md
    case .unusableCache: PackageResources.SE4016_md
    case .unreadablePlugin: PackageResources.SE4020_md
    case .cannotRemember: PackageResources.SE4021_md
    case .invalidReproduction: PackageResources.SE4022_md
    case .invalidPluginName: PackageResources.SE4023_md
    case .draftedPlugin: PackageResources.SE4024_md
    case .notFollowed: PackageResources.SE4025_md
    case .brokenFeeds: PackageResources.SE4060_md
    case .stoppedBatch: PackageResources.SE4061_md
    case .startBeyondEnd: PackageResources.SE4062_md
    case .failingPlugin: PackageResources.SE4063_md
    case .unusableClaimsCache: PackageResources.SE4026_md
    case .unreadInput: PackageResources.SE4027_md
    case .outsideFolder: PackageResources.SE4028_md
    case .missingTool: PackageResources.SE4029_md
    case .invalidCheckConfiguration: PackageResources.SE4030_md
    case .unusedIgnore: PackageResources.SE4031_md
    case .invalidBaseline: PackageResources.SE4032_md
    case .staleBaseline: PackageResources.SE4033_md
    case .unknownNode: PackageResources.SE4040_md
    case .cannotListen: PackageResources.SE4050_md
    case .previewUnavailable: PackageResources.SE4051_md
    case .cannotWrite: PackageResources.SE5001_md
    case .invalidDump: PackageResources.SE5002_md
    case .rendererFailed: PackageResources.SE5003_md
    case .unreadableView: PackageResources.SE5004_md
    case .unknownInput: PackageResources.SE5005_md
    case .gitFailed: PackageResources.SE5006_md
    case .noScrollView: PackageResources.SE5007_md
    case .invalidLayoutJSON: PackageResources.SE5008_md
    case .takenEnvironment: PackageResources.SE5009_md
    case .invalidSnapshots: PackageResources.SE5010_md
    case .unknownSnapshotFeed: PackageResources.SE5011_md
    case .writtenInPlace: PackageResources.SE5012_md
    case .internalError: PackageResources.SE9001_md
    }
  }
}
