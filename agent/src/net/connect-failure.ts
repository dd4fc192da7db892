/** Thrown when a server cannot be reached; the message is a clause for the person at the screen. */
export class ConnectionFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConnectionFailed'
  }
}

/** Why connecting failed. */
export interface ConnectFailure {
  kind:
    | 'refused'
    | 'unresolved'
    | 'timeout'
    | 'no-tls'
    | 'no-http1'
    | 'wants-certificate'
    | 'handshake'
    | 'untrusted'
    | 'unreachable'
    | 'no-room'
  /** A clause for the person at the screen, without a full stop. */
  message: string
}

/** Returns why `connect` to an address failed. */
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
    case 'EMFILE':
    case 'ENFILE':
      return {
        kind: 'no-room',
        message: `this machine lets the agent open no more files and connections (${code}); raise that limit (ulimit -n)`,
      }
    case 'EADDRNOTAVAIL':
      return { kind: 'no-room', message: `this machine has no port left for another connection to the app (${code})` }
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return { kind: 'no-tls', message: `${url} does not speak TLS` }
    case 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL':
      return { kind: 'no-http1', message: `${url} does not accept HTTP/1.1 over TLS (${code})` }
    default:
      // An alert is what the other side objects to.
      if (/_ALERT_.*CERT/.test(code)) {
        return { kind: 'wants-certificate', message: `${url} wants a certificate from its client (${code})` }
      }
      if (certificateFault.test(code)) return { kind: 'untrusted', message: describeCertificate(code, url) }
      if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
        return { kind: 'handshake', message: `the TLS handshake with ${url} failed (${code})` }
      }
      return { kind: 'unreachable', message: `${url} cannot be reached (${code || error.message})` }
  }
}

/** Describes in words what is wrong with a certificate. */
function describeCertificate(code: string, url: string): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${url} has expired (${code})`
    case 'CERT_NOT_YET_VALID':
      return `the certificate of ${url} is not valid yet, or the clock of this machine is wrong (${code})`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `the certificate of ${url} is for another name (${code})`
    default:
      return `the certificate of ${url} is not trusted (${code})`
  }
}

/** OpenSSL's codes for a faulty chain, and Node's for a name that does not match. */
const certificateFault = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/

/**
 * Returns the code of an error; empty if it has none. If Node tried several addresses, the error is an AggregateError; a refusal by one
 * of them says more than any other code.
 */
export function codeOf(error: Error): string {
  if (error instanceof AggregateError && error.errors.some((part: Error) => codeOf(part) === 'ECONNREFUSED')) {
    return 'ECONNREFUSED'
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
