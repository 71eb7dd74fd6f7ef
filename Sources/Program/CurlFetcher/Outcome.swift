internal import CCurl
internal import CFetchABI
internal import Glibc

/// Maps libcurl's codes to the outcomes of the contract.
enum Outcome {
  static func of(_ code: CURLcode, systemError: Int) -> se_fetch_outcome {
    switch code {
    case CURLE_OK: return SE_FETCH_RESPONSE
    case CURLE_OPERATION_TIMEDOUT: return SE_FETCH_TIMEOUT
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return SE_FETCH_HOST_NOT_FOUND
    case CURLE_COULDNT_CONNECT:
      let isOffline = systemError == Int(ENETUNREACH) || systemError == Int(ENETDOWN)
      return isOffline ? SE_FETCH_OFFLINE : SE_FETCH_CANNOT_CONNECT
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
      return SE_FETCH_INSECURE
    case CURLE_FILESIZE_EXCEEDED: return SE_FETCH_BODY_TOO_LARGE
    // libcurl itself stops reading a header line that does not end, at 100 KB, with this code.
    case CURLE_OUT_OF_MEMORY: return SE_FETCH_HEADER_TOO_LARGE
    case CURLE_BAD_CONTENT_ENCODING: return SE_FETCH_BAD_ENCODING
    default: return SE_FETCH_INTERRUPTED
    }
  }

  /// Whether a failure may be temporary, so that a retry can succeed.
  static func mayPass(_ outcome: se_fetch_outcome, status: Int) -> Bool {
    switch outcome {
    case SE_FETCH_RESPONSE: [429, 502, 503, 504].contains(status)
    case SE_FETCH_TIMEOUT, SE_FETCH_CANNOT_CONNECT, SE_FETCH_INTERRUPTED: true
    default: false
    }
  }
}
