import { listMemberships } from '../accounts/service.ts'
import { announceEnd, endAgents } from '../agents/lifecycle.ts'
import type { App } from '../app.ts'
import { asOperator, recordAudit } from '../audit/service.ts'
import { announceAuthTokenEndsOf } from '../auth-tokens/service.ts'
import type { Trx } from '../db/db.ts'
import { AppError } from '../errors.ts'
import type { Role } from '../generated/schema.ts'
import { announceEnds, describeEnds } from './ending.ts'
import { mailResetLink } from './passwords.ts'
import * as repository from './repository.ts'
import type { KnownUser } from './repository.ts'
import { nameUser, resetsPerHourMax, type AuthSession } from './rules.ts'

/** A user with their accounts and where they are signed in. */
export interface UserDetails extends KnownUser {
  accounts: { id: string; name: string; namespace: string; role: Role }[]
  sessions: AuthSession[]
}

/** Users whose name, address or number contains the text, newest first. */
export async function searchUsers({ db }: App, text: string, limit: number): Promise<KnownUser[]> {
  return await repository.searchUsers(db, text, limit)
}

/** A user, by id, address or number, with their accounts and sessions. Throws NOT_FOUND. */
export async function getUserDetails(app: App, name: string): Promise<UserDetails> {
  const user = await getUserNamed(app, name)
  const memberships = await listMemberships(app, user.id)
  return {
    ...user,
    accounts: memberships.map(({ role, account }) => ({
      id: account.id,
      name: account.name,
      namespace: account.namespace,
      role,
    })),
    sessions: await repository.listSessions(app.db, user.id, app.clock.now()),
  }
}

/** Ends all sessions of a user. AuthIDs and their agents go on. Answers how many ended. */
export async function signOutEverywhere(app: App, name: string): Promise<number> {
  const user = await getUserNamed(app, name)
  const ended = await app.db.transaction().execute(async (trx) => {
    const sessions = await repository.endSessions(trx, user.id, {}, app.clock.now())
    if (sessions.length > 0) await recordOn(trx, app, user, 'user.signed_out', sessions)
    return sessions
  })
  announceEnds(app, user.id, ended)
  return ended.length
}

/** Mails a user a link to a new password. Throws CONFLICT without an address, RATE_LIMITED after too many. */
export async function sendResetLink(app: App, name: string): Promise<string> {
  const { id, email } = await getUserNamed(app, name)
  if (email === null) throw new AppError('CONFLICT', 'This user has no e-mail address to which a link could go.')
  if (await mailResetLink(app, asOperator(app), id, email)) return email
  throw new AppError(
    'RATE_LIMITED',
    `${email} was sent ${resetsPerHourMax} links within the last hour, which is the most. Try again later.`,
  )
}

/** Shuts a user out: no sign-in, no AuthID, and what runs ends. Throws CONFLICT when that is so already. */
export async function disableUser(app: App, name: string): Promise<KnownUser> {
  const user = await getUserNamed(app, name)
  const now = app.clock.now()
  const { sessions, agents } = await app.db.transaction().execute(async (trx) => {
    if (!(await repository.setDisabled(trx, user.id, now))) {
      throw new AppError('CONFLICT', `${nameUser(user)} is disabled already.`)
    }
    const ended = await repository.endSessions(trx, user.id, {}, now)
    await recordOn(trx, app, user, 'user.disabled', ended)
    return { sessions: ended, agents: await endAgents(trx, { userId: user.id }, 'STOPPED', now) }
  })
  announceEnds(app, user.id, sessions)
  await announceAuthTokenEndsOf(app, user.id)
  for (const agent of agents) announceEnd(app.events, agent)
  return { ...user, disabledAt: now }
}

/** Lets a user in again. Throws CONFLICT when they are not shut out. */
export async function enableUser(app: App, name: string): Promise<KnownUser> {
  const user = await getUserNamed(app, name)
  await app.db.transaction().execute(async (trx) => {
    if (!(await repository.setDisabled(trx, user.id, null))) {
      throw new AppError('CONFLICT', `${nameUser(user)} is not disabled.`)
    }
    await recordOn(trx, app, user, 'user.enabled', [])
  })
  return { ...user, disabledAt: null }
}

async function getUserNamed({ db }: App, name: string): Promise<KnownUser> {
  const user = await repository.findUserNamed(db, name)
  if (user) return user
  throw new AppError('NOT_FOUND', `There is no user "${name}". Give an id, an e-mail address, or a phone number.`)
}

async function recordOn(trx: Trx, app: App, user: KnownUser, action: string, ended: readonly { id: string }[]) {
  await recordAudit(trx, asOperator(app), {
    action,
    accountId: null,
    objectType: 'user',
    objectId: user.id,
    objectName: nameUser(user),
    changes: ended.length > 0 ? describeEnds(ended) : null,
  })
}
