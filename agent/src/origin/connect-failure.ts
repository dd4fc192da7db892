import type { ResetCode } from '@culvert/wire'
import type { OriginTarget } from './target.ts'

/** Says for the person at the screen why the app could not be reached, and with which code the visitor is refused. */
export function describeConnectFailure(error: Error, target: OriginTarget): { code: ResetCode; message: string } {
  const code = codeOf(error)
  const { url, host } = target
  switch (code) {
    case 'ECONNREFUSED':
      return { code: 'REFUSED', message: `nothing listens on ${url}` }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { code: 'REFUSED', message: `the name ${host} cannot be resolved (${code})` }
    case 'ETIMEDOUT':
      return { code: 'ORIGIN_TIMEOUT', message: `${url} did not take the connection in time` }
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
      return { code: 'ORIGIN_BAD_RESPONSE', message: `${url} does not speak TLS; forward to http:// instead` }
    default:
      if (isCertificateFault(code)) {
        return {
          code: 'ORIGIN_BAD_RESPONSE',
          message: `the certificate of ${url} is not trusted (${code}); --allow-any-certificate skips this check`,
        }
      }
      return { code: 'REFUSED', message: `${url} cannot be reached (${code || error.message})` }
  }
}

/** With several addresses tried, Node gives an AggregateError; that one of them refused says more than any other code. */
function codeOf(error: Error): string {
  if (error instanceof AggregateError && error.errors.some((part: Error) => codeOf(part) === 'ECONNREFUSED')) {
    return 'ECONNREFUSED'
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** OpenSSL's names for what is wrong with a chain, and Node's for what is wrong with the name in it. */
function isCertificateFault(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS_CERT/.test(code)
}
