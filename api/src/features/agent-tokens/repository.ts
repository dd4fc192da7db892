import { sql } from 'kysely'
import type { Connection, Slice } from '../../ground/connections.ts'
import type { Suspendable } from '../../platform/access/suspension.ts'
import { byInstant, readConnection } from '../../platform/db/connections.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countRows } from '../../platform/db/rows.ts'
import { batched } from '../../platform/db/batched.ts'
import type { AgentToken } from './rules.ts'
import { agentTokenColumns } from './table.ts'

const qualifiedColumns = agentTokenColumns.map((column) => `agentTokens.${column}` as const)

/** Selects tokens that work. */
function selectInForce(db: Db, now: Date) {
  return db.selectFrom('agentTokens').where('endedAt', 'is', null).where('expiresAt', '>', now)
}

/** Ends the tokens that the caller's conditions select, and that have not ended. */
function end(trx: Trx, now: Date) {
  return trx.updateTable('agentTokens').set({ endedAt: now }).where('endedAt', 'is', null).returning(agentTokenColumns)
}

/** Returns a token, ended or not. */
export async function findAgentToken(db: Db, id: string): Promise<AgentToken | undefined> {
  return await db.selectFrom('agentTokens').select(agentTokenColumns).where('id', '=', id).executeTakeFirst()
}

/** Finds the token with this secret, if its account is live, and whether the account is suspended. */
export const findAgentTokenByHash = batched(
  async (db, hashes: readonly string[]): Promise<((AgentToken & Suspendable) | undefined)[]> => {
    const rows = await db
      .selectFrom('agentTokens')
      .innerJoin('accounts', 'accounts.id', 'agentTokens.accountId')
      .select(qualifiedColumns)
      .select(['tokenHash', 'suspensionReason'])
      .where(sql<boolean>`token_hash = any(${hashes}::text[])`)
      .where('accounts.deletedAt', 'is', null)
      .execute()
    const byHash = new Map(rows.map(({ tokenHash, ...token }) => [tokenHash, token]))
    return hashes.map((hash) => byHash.get(hash))
  },
)

/** Returns those of the tokens that are in force, of accounts that are neither deleted nor suspended. */
export async function findAgentTokensInForce(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await selectInForce(db, now)
    .innerJoin('accounts', 'accounts.id', 'agentTokens.accountId')
    .select('agentTokens.id')
    .where('agentTokens.id', 'in', ids)
    .where('accounts.deletedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts the tokens of an account that are in force. */
export async function countAgentTokens(db: Db, accountId: string, now: Date): Promise<number> {
  return await countRows(db, selectInForce(db, now).select('id').where('accountId', '=', accountId))
}

/** The filter of an account's tokens; null means all. */
export interface TokenFilter {
  accountId: string
  label?: string | null | undefined
  /** Only those that are bound to one of these gateways. */
  gatewayIds: readonly string[] | null
  now: Date
}

/** Returns a part of the tokens that work, newest first. */
export async function connectAgentTokens(
  db: Db,
  { accountId, label, gatewayIds, now }: TokenFilter,
  slice: Slice,
): Promise<Connection<AgentToken>> {
  let tokens = selectInForce(db, now).select(agentTokenColumns).where('accountId', '=', accountId)
  if (gatewayIds !== null) tokens = tokens.where('gatewayId', 'in', gatewayIds)
  if (typeof label === 'string') tokens = tokens.where('label', '=', label)
  return await readConnection(tokens, byInstant('agentTokens', 'createdAt'), slice)
}

export async function insertAgentToken(trx: Trx, token: AgentToken & { tokenHash: string }): Promise<void> {
  await trx.insertInto('agentTokens').values(token).execute()
}

/** Ends a token. Returns undefined if it had already ended. */
export async function endAgentToken(trx: Trx, id: string, now: Date): Promise<AgentToken | undefined> {
  return await end(trx, now).where('id', '=', id).executeTakeFirst()
}

/** All tokens of an account, all on a gateway, or all that a user or trusts made. */
export type TokenSelection =
  | { accountId: string }
  | { gatewayIds: readonly string[] }
  | { createdBy: string }
  | { trustIds: readonly string[] }

/** Ends the tokens that are selected. */
export async function endAgentTokensOf(trx: Trx, of: TokenSelection, now: Date): Promise<AgentToken[]> {
  return await end(trx, now)
    .where((eb) => {
      if ('trustIds' in of) return eb('trustId', 'in', of.trustIds)
      return 'gatewayIds' in of ? eb('gatewayId', 'in', of.gatewayIds) : eb.and(of)
    })
    .execute()
}

/** Returns the accounts with tokens that have expired and were not ended. */
export async function listAccountsWithExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('agentTokens')
    .select('accountId')
    .distinct()
    .where('endedAt', 'is', null)
    .where('expiresAt', '<=', now)
    .limit(limit)
    .execute()
  return rows.map(({ accountId }) => accountId)
}

/** Ends the tokens of an account that have expired. */
export async function endExpiredTokens(trx: Trx, accountId: string, now: Date): Promise<AgentToken[]> {
  return await end(trx, now).where('accountId', '=', accountId).where('expiresAt', '<=', now).execute()
}

export async function touchAgentToken(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('agentTokens').set({ lastUsedAt: now }).where('id', '=', id).execute()
}

/** Deletes tokens that ended before an instant. */
export async function deleteEndedBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('agentTokens').where('endedAt', '<', instant).execute()
}
