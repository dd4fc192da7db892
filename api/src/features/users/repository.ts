import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import { byId } from '../../platform/db/rows.ts'
import { escapeLike } from '../../platform/db/values.ts'
import type { Identifier, User } from './rules.ts'
import { userColumns } from './table.ts'

/** A user with what a sign-in is checked against. */
export interface Credentials {
  user: User
  /** Null when the user has no password. */
  passwordHash: string | null
  disabledAt: Date | null
}

/** Returns users by id. */
export async function findUsers(db: Db, ids: readonly string[]): Promise<Map<string, User>> {
  return byId(await db.selectFrom('users').select(userColumns).where('id', 'in', ids).execute())
}

/** Returns the users who proved one of these addresses. */
export async function findUsersByEmail(db: Db, emails: readonly string[]): Promise<User[]> {
  return await db
    .selectFrom('users')
    .select(userColumns)
    .where('email', 'in', emails)
    .where('emailVerifiedAt', 'is not', null)
    .execute()
}

/** Returns the users who proved an address of a domain. */
export async function findUsersOfDomain(db: Db, domain: string): Promise<User[]> {
  return await db
    .selectFrom('users')
    .select(userColumns)
    .where(sql`split_part(email, '@', 2)`, '=', domain)
    .where('emailVerifiedAt', 'is not', null)
    .execute()
}

/** Returns the user with this address or number; with both given, the one who has both. */
export async function findCredentials(db: Db, { email, phone }: Identifier): Promise<Credentials | undefined> {
  let query = db.selectFrom('users').select([...userColumns, 'passwordHash', 'disabledAt'])
  if (email !== null) query = query.where('email', '=', email)
  if (phone !== null) query = query.where('phone', '=', phone)
  const row = await query.executeTakeFirst()
  if (!row) return undefined
  const { passwordHash, disabledAt, ...user } = row
  return { user, passwordHash, disabledAt }
}

export async function insertUser(
  trx: Trx,
  user: User & { passwordHash: string | null; createdAt: Date },
): Promise<void> {
  await trx.insertInto('users').values(user).execute()
}

/** Returns the hash of a user's password; undefined when they have none. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  return row?.passwordHash ?? undefined
}

/** Reports whether this is still the password of a user who may sign in, with this address. It stays so until the transaction ends. */
export async function lockPasswordShared(
  trx: Trx,
  { id, email }: Pick<User, 'id' | 'email'>,
  passwordHash: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('email', 'is not distinct from', email)
    .where('passwordHash', '=', passwordHash)
    .where('disabledAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps a user who may sign in from being disabled, and their factors from changing, until the transaction ends. */
export async function lockUserShared(trx: Trx, id: string): Promise<User | undefined> {
  return await selectEnabled(trx, id).forShare().executeTakeFirst()
}

/** Locks a user who may sign in until the transaction ends. Lock accounts first. */
export async function lockUser(trx: Trx, id: string): Promise<User | undefined> {
  return await selectEnabled(trx, id).forNoKeyUpdate().executeTakeFirst()
}

function selectEnabled(trx: Trx, id: string) {
  return trx.selectFrom('users').select(userColumns).where('id', '=', id).where('disabledAt', 'is', null)
}

/** Sets a password. Returns false if `expectedHash` is given (null: none) and the user has another password by now. */
export async function setPassword(
  trx: Trx,
  userId: string,
  passwordHash: string,
  expectedHash?: string | null,
): Promise<boolean> {
  let update = trx.updateTable('users').set({ passwordHash }).where('id', '=', userId)
  if (expectedHash !== undefined) update = update.where('passwordHash', 'is not distinct from', expectedHash)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** A user as the operator sees them. */
export interface KnownUser extends User {
  createdAt: Date
  /** When their address, which they never proved, went to its owner; null for everyone else. */
  emailLostAt: Date | null
  /** When the operator disabled them; null while they may sign in. */
  disabledAt: Date | null
}

const knownUserColumns = [...userColumns, 'createdAt', 'emailLostAt', 'disabledAt'] as const

/** Returns users whose name, address or number contains the text, newest first. */
export async function searchUsers(db: Db, text: string, limit: number): Promise<KnownUser[]> {
  return await db
    .selectFrom('users')
    .select(knownUserColumns)
    .where((eb) => {
      const fields = [eb.ref('email'), eb.ref('phone'), sql<string>`first_name || ' ' || last_name`]
      return eb.or(fields.map((field) => eb(field, 'ilike', `%${escapeLike(text)}%`)))
    })
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the user with this id, address or number. */
export async function findUserNamed(db: Db, name: string): Promise<KnownUser | undefined> {
  return await db
    .selectFrom('users')
    .select(knownUserColumns)
    .where((eb) => eb.or([eb('id', '=', name), eb('email', '=', name.toLowerCase()), eb('phone', '=', name)]))
    .executeTakeFirst()
}

/** Disables a user, or (null) enables them again. Returns false if nothing had to be done. */
export async function setDisabled(trx: Trx, id: string, disabledAt: Date | null): Promise<boolean> {
  const updated = await trx
    .updateTable('users')
    .set({ disabledAt })
    .where('id', '=', id)
    .where('disabledAt', disabledAt === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** The details of themselves that users can change. */
export type ProfileChanges = Partial<Pick<User, 'firstName' | 'lastName' | 'phone' | 'locale'>>

/** Changes a user's own details. */
export async function updateProfile(trx: Trx, id: string, changes: ProfileChanges): Promise<User | undefined> {
  return await trx.updateTable('users').set(changes).where('id', '=', id).returning(userColumns).executeTakeFirst()
}

/** Deletes everything that says who a user was. The row stays for what refers to it. */
export async function eraseUser(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      email: null,
      emailVerifiedAt: null,
      phone: null,
      firstName: 'Deleted',
      lastName: 'user',
      passwordHash: null,
      locale: null,
      disabledAt: now,
      erasedAt: now,
    })
    .where('id', '=', id)
    .execute()
}
