import type * as openid from 'openid-client'
import { findErrorCode } from '../../ground/errors.ts'
import { type FaultKind, ProviderFault } from './provider.ts'

/** What a provider answers when its user, or its own rules, refused (RFC 6749, section 4.1.2.1; OpenID Connect Core 1.0, section 3.1.2.6). */
const denials: readonly string[] = [
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

/** Runs a request to a provider. Anything that is thrown becomes a ProviderFault. */
export async function withProviderFaults<Result>(library: typeof openid, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderFault) throw error
    throw new ProviderFault(findKind(library, error), describe(library, error), { cause: error })
  }
}

function findKind(library: typeof openid, error: unknown): FaultKind {
  if (error instanceof library.AuthorizationResponseError) {
    if (denials.includes(error.error)) return 'DENIED'
    return error.error === 'temporarily_unavailable' || error.error === 'server_error' ? 'UNREACHABLE' : 'REFUSED'
  }
  // The provider says what is wrong with the code: it was used, or is another client's.
  if (error instanceof library.ResponseBodyError) return error.error === 'invalid_grant' ? 'REFUSED' : 'UNREACHABLE'
  return refusals.has(findErrorCode(error) ?? '') ? 'REFUSED' : 'UNREACHABLE'
}

/** The library's codes for an answer that does not belong to the request; everything else that it throws is about reaching the provider. */
const refusals = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

/** Describes an error with nothing that a provider sent but its error codes: it could have sent a token. */
function describe(library: typeof openid, error: unknown): string {
  if (error instanceof library.AuthorizationResponseError || error instanceof library.ResponseBodyError) {
    return `The provider answered ${JSON.stringify(error.error.slice(0, 100))}.`
  }
  const code = findErrorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  return code === undefined ? message : `${message} (${code})`
}
