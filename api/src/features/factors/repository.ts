import type { Insertable } from 'kysely'
import type { FactorKind } from '../../generated/schema.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { countRows } from '../../platform/db/rows.ts'
import type { Factor } from './rules.ts'
import { factorColumns, type FactorTable } from './table.ts'

/** Returns a user's factors, oldest first. */
export async function listFactors(db: Db, userId: string): Promise<Factor[]> {
  return await db
    .selectFrom('factors')
    .select(factorColumns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Returns the kinds of factors that a user has, each once. */
export async function listFactorKinds(db: Db, userId: string): Promise<FactorKind[]> {
  const rows = await db.selectFrom('factors').select('kind').distinct().where('userId', '=', userId).execute()
  return rows.map(({ kind }) => kind).toSorted()
}

export async function insertFactor(trx: Trx, factor: Insertable<FactorTable>): Promise<void> {
  await trx.insertInto('factors').values(factor).execute()
}

export async function renameFactor(trx: Trx, userId: string, id: string, name: string): Promise<Factor | undefined> {
  return await trx
    .updateTable('factors')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(factorColumns)
    .executeTakeFirst()
}

export async function deleteFactor(trx: Trx, userId: string, id: string): Promise<Factor | undefined> {
  return await trx
    .deleteFrom('factors')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(factorColumns)
    .executeTakeFirst()
}

/** Deletes everything that a user proves their identity with besides the password. Returns the factors. */
export async function deleteFactorsOf(trx: Trx, userId: string): Promise<Factor[]> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  return await trx.deleteFrom('factors').where('userId', '=', userId).returning(factorColumns).execute()
}

/** Returns the authenticator app of a user. */
export async function findTotp(db: Db, userId: string) {
  return await db
    .selectFrom('factors')
    .select(['id', 'sealedSecret'])
    .where('userId', '=', userId)
    .where('kind', '=', 'TOTP')
    .$narrowType<{ sealedSecret: string }>()
    .executeTakeFirst()
}

/** Uses up a step of an authenticator app. Returns false if it, or a later one, was used before. */
export async function useStep(trx: Trx, id: string, step: number, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('factors')
    .set({ lastStep: step, lastUsedAt: now })
    .where('id', '=', id)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** A passkey as its answers are checked. */
export interface Passkey {
  id: string
  userId: string
  credentialId: string
  publicKey: string
  counter: number
}

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  return await db
    .selectFrom('factors')
    .select(['id', 'userId', 'credentialId', 'publicKey', 'counter'])
    .where('credentialId', '=', credentialId)
    .$narrowType<Passkey>()
    .executeTakeFirst()
}

/** Returns the passkeys of a user, in the form that browsers receive. */
export async function listPasskeys(db: Db, userId: string) {
  return await db
    .selectFrom('factors')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .where('kind', '=', 'PASSKEY')
    .$narrowType<{ credentialId: string; transports: string[] }>()
    .execute()
}

/** Records a use of a passkey. Returns false if it was removed, or used meanwhile with this count or a higher one. */
export async function usePasskey(trx: Trx, id: string, counter: number, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('factors')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Records that a challenge was answered. Returns false if it had been before. */
export async function insertUsedChallenge(trx: Trx, id: string, expiresAt: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('usedChallenges')
    .values({ id, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteChallengesExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('usedChallenges').where('expiresAt', '<', instant).execute()
}

/** Gives a user these recovery codes in place of any others. */
export async function replaceRecoveryCodes(trx: Trx, userId: string, hashes: readonly string[]): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  if (hashes.length === 0) return
  await trx
    .insertInto('recoveryCodes')
    .values(hashes.map((codeHash) => ({ userId, codeHash, usedAt: null })))
    .execute()
}

/** Uses up a recovery code. Returns false if the user has no such code, or used it before. */
export async function useRecoveryCode(trx: Trx, userId: string, codeHash: string, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const left = db
    .selectFrom('recoveryCodes')
    .select('codeHash')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
  return await countRows(db, left)
}

/** Locks and returns secrets of authenticator apps after this id, up to a limit. */
export async function lockSealed(trx: Trx, after: string, limit: number) {
  return await trx
    .selectFrom('factors')
    .select(['id', 'userId', 'sealedSecret'])
    .where('kind', '=', 'TOTP')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .$narrowType<{ sealedSecret: string }>()
    .execute()
}

export async function setSealed(trx: Trx, id: string, sealedSecret: string): Promise<void> {
  await trx.updateTable('factors').set({ sealedSecret }).where('id', '=', id).execute()
}
