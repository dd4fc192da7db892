import { randomBytes } from 'node:crypto'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { TokenKind } from '../../platform/keys/keyring.ts'
import * as repository from './repository.ts'
import { type ProofPurpose, wrongPasskey } from './rules.ts'

const lifetimeSeconds = 5 * 60

/** The purpose of a challenge. An answer counts for the same purpose only. */
export const challengeKinds = {
  signIn: { typ: 'passkey-sign-in+jwt', audience: 'culvert:passkey', lifetimeSeconds },
  confirmation: { typ: 'passkey-confirmation+jwt', audience: 'culvert:passkey', lifetimeSeconds },
  enrolment: { typ: 'passkey-enrolment+jwt', audience: 'culvert:passkey', lifetimeSeconds },
} as const satisfies Record<ProofPurpose, TokenKind>

/** The subject of a challenge that anyone may answer. */
export const anyone = 'anybody'

/** A challenge that is answered. */
export interface Challenge {
  /** The random bytes in base64url, which the authenticator signs. */
  challenge: string
  /** Uses the challenge up. Throws when it was answered before. */
  use: (trx: Trx) => Promise<void>
}

/**
 * Makes a challenge for a subject. It is a signed token, so that asking for one writes nothing: only challenges that are answered
 * are kept.
 */
export async function makeChallenge(
  { keyring }: RequestContext,
  purpose: ProofPurpose,
  subject: string,
): Promise<{ challengeId: string; challenge: string }> {
  const challenge = randomBytes(32).toString('base64url')
  const { token } = await keyring.sign(challengeKinds[purpose], { sub: subject, challenge })
  return { challengeId: token, challenge }
}

/** Opens a challenge. Throws when it has expired, or was made for another purpose or subject. */
export async function openChallenge(
  { keyring }: RequestContext,
  purpose: ProofPurpose,
  subject: string,
  challengeId: string,
): Promise<Challenge> {
  const claims = await keyring.verify(challengeKinds[purpose], challengeId).catch(() => undefined)
  const { sub, challenge, exp } = claims ?? {}
  if (sub !== subject || typeof challenge !== 'string' || exp === undefined) throw wrongPasskey(purpose)
  const use = async (trx: Trx): Promise<void> => {
    if (!(await consumeOnce(trx, challenge, new Date(exp * 1_000)))) throw wrongPasskey(purpose)
  }
  return { challenge, use }
}

/** Records that something that counts once was used, until it would have expired. Returns false if it was used before. */
export async function consumeOnce(trx: Trx, id: string, expiresAt: Date): Promise<boolean> {
  return await repository.insertUsedChallenge(trx, id, expiresAt)
}
