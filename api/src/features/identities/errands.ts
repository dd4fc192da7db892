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
import { type Errand, ProviderFault, type ProviderWord } from '../../platform/identity-providers/provider.ts'
import type { TokenKind } from '../../platform/keys/keyring.ts'
import { useUp } from '../factors/challenges.ts'
import { toRedirectUri } from '../sign-in-providers/operator.ts'
import { domainOf, type SignInProvider } from '../sign-in-providers/rules.ts'
import { findSingleSignOnOf, getProvider, openProvider } from '../sign-in-providers/service.ts'
import { findCredentials } from '../users/service.ts'
import { findSubject, readSecret, secretBytes } from './browser.ts'
import { type ProviderProof, signProof } from './proofs.ts'
import { findIdentity } from './repository.ts'
import { findHolder } from './service.ts'
import { errandSeconds, notAdmitted, toAppError, wrongErrand } from './rules.ts'

/*
 * A browser's errand to a provider and back. Nothing is stored of it until it comes back: `state` is a signed token, and what must be
 * unguessable is derived from it and from a secret that only the browser has, in a cookie. Thus several tabs can be under way at once, an
 * answer counts only in the browser that asked (RFC 9700, section 4.7), and asking writes no row.
 */

const errandToken: TokenKind = {
  typ: 'provider-errand+jwt',
  audience: 'culvert:provider',
  lifetimeSeconds: errandSeconds,
}

/** Longer than any answer of a provider. */
const responseLengthMax = 16 * 1_024

/** Begins an errand. Returns where the browser goes. */
export async function beginProviderProof(
  context: RequestContext,
  { providerId, purpose }: BeginProviderProofInput,
): Promise<string> {
  await context.rateLimiter.check('providerFromClient', context.clientNetwork)
  const cookie = getCookie(context)
  const sub = findSubject(context, purpose)
  const provider = await getProvider(context.db, providerId)
  const secret = readSecret(cookie) ?? randomBytes(secretBytes).toString('base64url')
  const errandId = randomUUID()
  const { token: state } = await context.keyring.sign(errandToken, {
    sub,
    purpose,
    provider: provider.id,
    errand: errandId,
    browser: sha256Hex(secret),
  })
  const errand = toErrand(context, { provider, purpose, errandId, state, secret })
  const url = await askProvider(provider, purpose, async () => (await openProvider(context, provider)).toUrl(errand))
  cookie.write(secret, errandSeconds * 1_000)
  return url.href
}

/** Completes an errand: asks the provider who came back. */
export async function completeProviderProof(
  context: RequestContext,
  { providerId, response }: CompleteProviderProofInput,
): Promise<ProviderProof & { token: string; subject: ProviderProofSubject }> {
  await context.rateLimiter.check('providerFromClient', context.clientNetwork)
  const secret = readSecret(getCookie(context))
  const state = response.length > responseLengthMax ? null : new URLSearchParams(response).get('state')
  const claims = await context.keyring.verify(errandToken, state ?? '').catch(() => undefined)
  const { sub, purpose, errand: errandId, exp } = claims ?? {}
  if (!isPurpose(purpose) || secret === undefined || state === null) {
    throw wrongErrand(context.actor.kind === 'user' ? 'LINK' : 'SIGN_IN')
  }
  const isOfThisBrowser = claims?.browser === sha256Hex(secret) && claims.provider === providerId
  if (!isOfThisBrowser || sub !== findSubject(context, purpose)) throw wrongErrand(purpose)
  if (typeof errandId !== 'string' || exp === undefined) throw wrongErrand(purpose)
  // Before the provider is asked, so that of two requests with the same answer only one succeeds.
  const isFirst = await context.change((trx) => useUp(trx, `errand ${errandId}`, new Date(exp * 1_000)))
  if (!isFirst) throw wrongErrand(purpose)
  const provider = await getProvider(context.db, providerId)
  const errand = toErrand(context, { provider, purpose, errandId, state, secret })
  const returned = new URL(errand.redirectUri)
  returned.search = response
  const word = await askProvider(provider, purpose, async () =>
    (await openProvider(context, provider)).ask(returned, errand),
  )
  const { isEmailVerified: _claimed, ...said } = word
  const proof = { ...said, provider, purpose, ...(await judgeAddress(context, provider, word)) }
  checkAdmission(proof)
  const token = await signProof(context, proof, { sub, browser: sha256Hex(secret) })
  return { ...proof, token, subject: await judgeSubject(context, proof) }
}

function getCookie({ cookies }: RequestContext): BrowserCookie {
  if (!cookies) throw badInput('providerId', 'Providers are asked over HTTP only, because that needs a cookie.')
  return cookies.provider
}

interface Begun {
  provider: SignInProvider
  purpose: ProviderPurpose
  errandId: string
  state: string
  secret: string
}

function toErrand(context: RequestContext, { provider, purpose, errandId, state, secret }: Begun): Errand {
  const derive = (use: string) => createHmac('sha256', secret).update(`${use} ${errandId}`).digest('base64url')
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
async function judgeAddress({ db }: RequestContext, provider: SignInProvider, word: ProviderWord) {
  const { email, isEmailVerified } = word
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
