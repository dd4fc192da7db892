import { z } from 'zod'
import type { ProviderPurpose } from '../../generated/schema.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { ProviderClaims } from '../../platform/identity-providers/provider.ts'
import type { TokenKind } from '../../platform/keys/keyring.ts'
import { consumeOnce } from '../factors/challenges.ts'
import type { SignInProvider } from '../sign-in-providers/rules.ts'
import { getProvider } from '../sign-in-providers/service.ts'
import { findSubject, readSecret } from './browser.ts'
import { authorizationSeconds, invalidProof } from './rules.ts'

/** A provider's assertion of who somebody is, and what it counts for. */
export interface ProviderProof extends Omit<ProviderClaims, 'isEmailVerified'> {
  provider: SignInProvider
  purpose: ProviderPurpose
  isEmailProven: boolean
  /** Whether the provider has the last word on the address: its domain has single sign-on by it. */
  isAuthoritative: boolean
}

/** An assertion that was presented. */
export interface OpenedProof extends ProviderProof {
  /** Uses up the assertion. Throws if it was used before. */
  use: (trx: Trx) => Promise<void>
}

const proofToken: TokenKind = {
  typ: 'provider-proof+jwt',
  audience: 'culvert:provider',
  lifetimeSeconds: authorizationSeconds,
}

const text = z.string().nullable()

const proofClaims = z.object({
  sub: z.string(),
  browser: z.string(),
  purpose: z.enum(['SIGN_IN', 'LINK', 'CONFIRM']),
  provider: z.string(),
  jti: z.string(),
  exp: z.number(),
  word: z.object({
    subject: z.string(),
    name: text,
    email: text,
    isEmailProven: z.boolean(),
    isAuthoritative: z.boolean(),
    firstName: text,
    lastName: text,
  }),
})

/** Signs a provider's assertion for its bearer: `sub` says for whom it counts, `browser` where. */
export async function signProof(
  { keyring }: RequestContext,
  { provider, purpose, ...word }: ProviderProof,
  bearer: { sub: string; browser: string },
): Promise<string> {
  const { token } = await keyring.sign(proofToken, { ...bearer, purpose, provider: provider.id, word })
  return token
}

/** Opens a provider's assertion that was given for one of these purposes, in this browser. Throws when it does not count. */
export async function openProof(
  context: RequestContext,
  token: string,
  purposes: readonly [ProviderPurpose, ...ProviderPurpose[]],
): Promise<OpenedProof> {
  const [first] = purposes
  const claims = await context.keyring.verify(proofToken, token).catch(() => undefined)
  const { success, data } = proofClaims.safeParse(claims)
  if (!success || !purposes.includes(data.purpose)) throw invalidProof(first)
  const { purpose, sub, browser, jti, exp, word } = data
  const secret = readSecret(context.cookies?.provider)
  if (sub !== findSubject(context, purpose) || secret === undefined || browser !== sha256Hex(secret)) {
    throw invalidProof(first)
  }
  const use = async (trx: Trx): Promise<void> => {
    if (!(await consumeOnce(trx, `word ${jti}`, new Date(exp * 1_000)))) throw invalidProof(first)
  }
  return { ...word, provider: await getProvider(context.db, data.provider), purpose, use }
}
