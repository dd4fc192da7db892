import { AppError } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import type { Suspendable } from '../../platform/access/suspension.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/db/db.ts'
import { isUseWorthNoting } from '../api-keys/rules.ts'
import * as repository from './repository.ts'
import { type AgentToken, invalidAgentToken, isInForce, isSecret } from './rules.ts'

/** Finds the token of a secret, if it works, and records its use, at most once a minute. */
export async function useAgentToken(
  { db, clock }: App,
  secret: string,
): Promise<(AgentToken & Suspendable) | undefined> {
  if (!isSecret(secret)) return undefined
  const token = await repository.findAgentTokenByHash(db, sha256Hex(secret))
  const now = clock.now()
  if (!token || !isInForce(token, now)) return undefined
  if (isUseWorthNoting(token, now)) await repository.touchAgentToken(db, token.id, now)
  return token
}

/** Returns those of the tokens that still work. */
export async function findAgentTokensInForce({ db, clock }: App, ids: readonly string[]): Promise<string[]> {
  return await repository.findAgentTokensInForce(db, ids, clock.now())
}

/** Returns a token that works; throws UNAUTHENTICATED when it does not. With the account locked, it works until the transaction ends. */
export async function getAgentTokenInForce(trx: Trx, id: string, now: Date): Promise<AgentToken> {
  const token = await repository.findAgentToken(trx, id)
  if (!token || !isInForce(token, now)) throw new AppError('UNAUTHENTICATED', invalidAgentToken)
  return token
}
