import type { ProviderPurpose } from '../../generated/schema.ts'
import { getUser } from '../../platform/access/authorize.ts'
import type { BrowserCookie, RequestContext } from '../../platform/context.ts'

/** 256 random bits. */
export const secretBytes = 32

/** Returns the secret of the browser, which binds an authorization and a provider's assertion to it; undefined when it has none. */
export function readSecret(cookie: BrowserCookie | undefined): string | undefined {
  const secret = cookie?.read()
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
}

/** Returns the subject of an authorization: anyone who signs in, a user who links, or a session that confirms. */
export function findSubject(context: RequestContext, purpose: ProviderPurpose): string {
  if (purpose === 'SIGN_IN') return 'anybody'
  const { userId, sessionId } = getUser(context)
  return purpose === 'LINK' ? userId : sessionId
}
