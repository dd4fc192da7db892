import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type {
  BeginProviderProofInput,
  CompleteProviderProofInput,
  ProviderProofSubject,
  ProviderPurpose,
} from '../../generated/schema.ts'
import { badInput } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import type { BrowserCookie, RequestContext } from '../../platform/context.ts'
import {
  type AuthorizationRequest,
  ProviderFault,
  type ProviderClaims,
} from '../../platform/identity-providers/provider.ts'
import type { TokenKind } from '../../platform/keys/keyring.ts'
import { consumeOnce } from '../factors/challenges.ts'
import { toRedirectUri } from '../sign-in-providers/operator.ts'
import { domainOf, type SignInProvider } from '../sign-in-providers/rules.ts'
import { findSingleSignOnOf, getProvider, openProvider } from '../sign-in-providers/service.ts'
import { findCredentials } from '../users/service.ts'
import { findSubject, readSecret, secretBytes } from './browser.ts'
import { type ProviderProof, signProof } from './proofs.ts'
import { findIdentity } from './repository.ts'
import { findHolder } from './service.ts'
import { authorizationSeconds, notAdmitted, toAppError, invalidAuthorization } from './rules.ts'

/*
 * A browser's authorization request to a provider, and its answer. Nothing is stored until the browser comes back: `state` is a signed
 * token, and what must be unguessable is derived from it and from a secret that only the browser has, in a cookie. Thus several tabs can be under way at once, an
 * answer counts only in the browser that asked (RFC 9700, section 4.7), and asking writes no row.
 */

const authorizationToken: TokenKind = {
  typ: 'provider-errand+jwt',
  audience: 'culvert:provider',
  lifetimeSeconds: authorizationSeconds,
}

/** Longer than any answer of a provider. */
const responseLengthMax = 16 * 1_024

/** Begins an authorization. Returns the URL to which the browser goes. */
export async function beginProviderProof(
  context: RequestContext,
  { providerId, purpose }: BeginProviderProofInput,
): Promise<string> {
  await context.rateLimiter.check('providerFromClient', context.clientNetwork)
  const cookie = getCookie(context)
  const sub = findSubject(context, purpose)
  const provider = await getProvider(context.db, providerId)
  const secret = readSecret(cookie) ?? randomBytes(secretBytes).toString('base64url')
  const authorizationId = randomUUID()
  const { token: state } = await context.keyring.sign(authorizationToken, {
    sub,
    purpose,
    provider: provider.id,
    errand: authorizationId,
    browser: sha256Hex(secret),
  })
  const request = toAuthorizationRequest(context, { provider, purpose, authorizationId, state, secret })
  const url = await askProvider(provider, purpose, async () => (await openProvider(context, provider)).toUrl(request))
  cookie.write(secret, authorizationSeconds * 1_000)
  return url.href
}

/** Completes an authorization: asks the provider who came back. */
export async function completeProviderProof(
  context: RequestContext,
  { providerId, response }: CompleteProviderProofInput,
): Promise<ProviderProof & { token: string; subject: ProviderProofSubject }> {
  await context.rateLimiter.check('providerFromClient', context.clientNetwork)
  const secret = readSecret(getCookie(context))
  const state = response.length > responseLengthMax ? null : new URLSearchParams(response).get('state')
  const claims = await context.keyring.verify(authorizationToken, state ?? '').catch(() => undefined)
  const { sub, purpose, errand: authorizationId, exp } = claims ?? {}
  if (!isPurpose(purpose) || secret === undefined || state === null) {
    throw invalidAuthorization(context.actor.kind === 'user' ? 'LINK' : 'SIGN_IN')
  }
  const isOfThisBrowser = claims?.browser === sha256Hex(secret) && claims.provider === providerId
  if (!isOfThisBrowser || sub !== findSubject(context, purpose)) throw invalidAuthorization(purpose)
  if (typeof authorizationId !== 'string' || exp === undefined) throw invalidAuthorization(purpose)
  // Before the provider is asked, so that of two requests with the same answer only one succeeds.
  const isFirst = await context.change((trx) => consumeOnce(trx, `errand ${authorizationId}`, new Date(exp * 1_000)))
  if (!isFirst) throw invalidAuthorization(purpose)
  const provider = await getProvider(context.db, providerId)
  const request = toAuthorizationRequest(context, { provider, purpose, authorizationId, state, secret })
  const returned = new URL(request.redirectUri)
  returned.search = response
  const providerClaims = await askProvider(provider, purpose, async () =>
    (await openProvider(context, provider)).ask(returned, request),
  )
  const { isEmailVerified: _claimed, ...asserted } = providerClaims
  const proof = { ...asserted, provider, purpose, ...(await judgeAddress(context, provider, providerClaims)) }
  checkAdmission(proof)
  const token = await signProof(context, proof, { sub, browser: sha256Hex(secret) })
  return { ...proof, token, subject: await judgeSubject(context, proof) }
}

function getCookie({ cookies }: RequestContext): BrowserCookie {
  if (!cookies) throw badInput('providerId', 'Providers are asked over HTTP only, because that needs a cookie.')
  return cookies.provider
}

interface BegunAuthorization {
  provider: SignInProvider
  purpose: ProviderPurpose
  authorizationId: string
  state: string
  secret: string
}

function toAuthorizationRequest(
  context: RequestContext,
  { provider, purpose, authorizationId, state, secret }: BegunAuthorization,
): AuthorizationRequest {
  const derive = (use: string) => createHmac('sha256', secret).update(`${use} ${authorizationId}`).digest('base64url')
  return {
    redirectUri: toRedirectUri(context, provider.id),
    state,
    nonce: derive('nonce'),
    codeVerifier: derive('code verifier'),
    isFreshProofWanted: purpose === 'CONFIRM',
  }
}

async function askProvider<Answer>(
  provider: SignInProvider,
  purpose: ProviderPurpose,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ProviderFault ? toAppError(error, provider, purpose) : error
  }
}

/** Judges whether an address counts as proven. If its domain has single sign-on, only the domain's own provider can prove it. */
async function judgeAddress({ db }: RequestContext, provider: SignInProvider, providerClaims: ProviderClaims) {
  const { email, isEmailVerified } = providerClaims
  if (email === null || !isEmailVerified) return { isEmailProven: false, isAuthoritative: false }
  const singleSignOn = await findSingleSignOnOf(db, email)
  const isAuthoritative = singleSignOn?.providerId === provider.id
  return { isEmailProven: isAuthoritative || singleSignOn === undefined, isAuthoritative }
}

function checkAdmission({ provider, email, isEmailProven }: ProviderProof): void {
  if (provider.allowedDomains.length === 0) return
  if (email === null || !isEmailProven || !provider.allowedDomains.includes(domainOf(email)))
    throw notAdmitted(provider)
}

async function judgeSubject({ db }: RequestContext, proof: ProviderProof): Promise<ProviderProofSubject> {
  const { provider, subject, email, isEmailProven } = proof
  if ((await findIdentity(db, provider.id, subject)) || (await findHolder(db, proof))) return 'USER'
  const holder = email === null ? undefined : (await findCredentials(db, { email, phone: null }))?.user
  // A user who typed the address and never proved it gives way to its owner.
  if (holder !== undefined && (holder.emailVerifiedAt !== null || !isEmailProven)) return 'ADDRESS_OF_USER'
  return provider.createsUsers ? 'NEW_USER' : 'UNKNOWN'
}

function isPurpose(value: unknown): value is ProviderPurpose {
  return value === 'SIGN_IN' || value === 'LINK' || value === 'CONFIRM'
}
