/** What a connection that did not come about failed at. */
export interface ConnectFailure {
  kind: 'refused' | 'unresolved' | 'timeout' | 'no-tls' | 'untrusted' | 'unreachable'
  /** A clause for the person at the screen, without a full stop. */
  message: string
}

/** Says why `connect` to an address failed. */
export function describeConnectFailure(error: Error, url: string): ConnectFailure {
  const code = codeOf(error)
  switch (code) {
    case 'ECONNREFUSED':
      return { kind: 'refused', message: `nothing listens on ${url}` }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { kind: 'unresolved', message: `the name in ${url} cannot be resolved (${code})` }
    case 'ETIMEDOUT':
      return { kind: 'timeout', message: `${url} did not take the connection in time` }
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return { kind: 'no-tls', message: `${url} does not speak TLS` }
    default:
      if (certificateFault.test(code))
        return { kind: 'untrusted', message: `the certificate of ${url} is not trusted (${code})` }
      return { kind: 'unreachable', message: `${url} cannot be reached (${code || error.message})` }
  }
}

/** OpenSSL's names for what is wrong with a chain, and Node's for what is wrong with the name in it. */
const certificateFault = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/

/** With several addresses tried, Node gives an AggregateError; that one of them refused says more than any other code. */
function codeOf(error: Error): string {
  if (error instanceof AggregateError && error.errors.some((part: Error) => codeOf(part) === 'ECONNREFUSED')) {
    return 'ECONNREFUSED'
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
