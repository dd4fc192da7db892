import type { Role } from '../../generated/schema.ts'
import { parseEmail } from '../../ground/email-address.ts'
import { AppError, conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import type { Trx } from '../../platform/db/db.ts'
import { listMemberships } from '../accounts/service.ts'
import { changeAddress } from '../email-addresses/change.ts'
import { proveAddress } from '../email-addresses/proof.ts'
import { describeFactor } from '../factors/rules.ts'
import { listFactors, removeAllFactors, mailFactorChange } from '../factors/service.ts'
import { resetsPerHourMax } from '../passwords/rules.ts'
import { mailResetLink } from '../passwords/service.ts'
import type { AuthSession } from '../sessions/rules.ts'
import { endSessions, listSessionsOf, describeEnds } from '../sessions/service.ts'
import { describeUser, nameUser } from '../users/rules.ts'
import { notifyViewer, findUserNamed, type KnownUser, lockUser, setDisabled } from '../users/service.ts'

/** A user with their accounts and where they are signed in. */
export interface UserDetails extends KnownUser {
  accounts: { id: string; name: string; namespace: string; role: Role }[]
  sessions: AuthSession[]
  /** Their second factors, in words. */
  factors: string[]
}

/** Returns a user, by id, address or number, with their accounts and sessions. Throws NOT_FOUND. */
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
    sessions: await listSessionsOf(app.db, user.id, app.clock.now()),
    factors: (await listFactors(app.db, user.id)).map(describeFactor),
  }
}

/** Ends all sessions of a user and returns how many. AuthIDs and their agents keep working. */
export async function signOutEverywhere(app: App, name: string): Promise<number> {
  const user = await getUserNamed(app, name)
  return await app.change(async (trx, tell) => {
    const sessions = await endSessions({ trx, tell, source: asOperator(app) }, user.id)
    if (sessions.length > 0) await recordOn(trx, app, user, 'user.signed_out', sessions)
    return sessions.length
  })
}

/** Mails a user a link to a new password. Throws CONFLICT without an address, RATE_LIMITED after too many. */
export async function sendResetLink(app: App, name: string): Promise<string> {
  const user = await getUserNamed(app, name)
  const { email } = user
  if (email === null) throw conflict('This user has no email address to which a link could go.')
  if (await mailResetLink(app, asOperator(app), user)) return email
  throw new AppError(
    'RATE_LIMITED',
    `${email} was sent ${resetsPerHourMax} links within the last hour, which is the maximum. Try again later.`,
  )
}

/** Takes the operator's word that the address is the user's. Throws CONFLICT without an address, or when it is proven already. */
export async function verifyEmailByHand(app: App, name: string): Promise<KnownUser> {
  const user = await getUserNamed(app, name)
  const { id, email } = user
  if (email === null) throw conflict('This user has no email address to verify.')
  if (user.emailVerifiedAt !== null) throw conflict(`${email} is verified already.`)
  await app.change(async (trx, tell) => {
    if (!(await proveAddress({ trx, tell, source: asOperator(app) }, { id, email }, 'operator'))) {
      throw conflict(`${email} is no longer the address of this user.`)
    }
    notifyViewer(tell, id)
  })
  return await getUserNamed(app, id)
}

/** Gives a user another address, unproven until its link is opened. Throws CONFLICT when it is theirs or another user's. */
export async function setEmail(app: App, name: string, newEmail: string): Promise<KnownUser> {
  const email = parseEmail(newEmail)
  const { id } = await getUserNamed(app, name)
  await changeAddress(app, asOperator(app), id, email)
  return await getUserNamed(app, id)
}

/** Disables a user: no sign-in, no AuthID, and running agents end. Throws CONFLICT if they already are. */
export async function disableUser(app: App, name: string): Promise<KnownUser> {
  const user = await getUserNamed(app, name)
  const now = app.clock.now()
  await app.change(async (trx, tell) => {
    const ending = { trx, tell, source: asOperator(app) }
    if (!(await setDisabled(trx, user.id, now))) {
      throw conflict(`${nameUser(user)} is disabled already.`)
    }
    await recordOn(trx, app, user, 'user.disabled', await endSessions(ending, user.id))
    await app.endDependents(ending, 'user', { userId: user.id })
  })
  return { ...user, disabledAt: now }
}

/** Removes all second factors and recovery codes of a user who has lost them, and ends their sessions. Throws CONFLICT when they have none. */
export async function resetFactors(app: App, name: string): Promise<string[]> {
  const user = await getUserNamed(app, name)
  return await app.change(async (trx, tell) => {
    await lockUser(trx, user.id)
    const removed = (await removeAllFactors(trx, user.id)).map(describeFactor)
    if (removed.length === 0) throw conflict(`${nameUser(user)} has no second factor.`)
    const sessions = await endSessions({ trx, tell, source: asOperator(app) }, user.id)
    await recordAudit(trx, asOperator(app), {
      action: 'user.factors_reset',
      ...describeUser(user.id, nameUser(user)),
      changes: { factors: { from: removed, to: [] }, ...describeEnds(sessions) },
    })
    await mailFactorChange(trx, app, user, 'The operator removed your second factors, and all your sessions have ended')
    return removed
  })
}

/** Enables a user again. Throws CONFLICT when they are not disabled. */
export async function enableUser(app: App, name: string): Promise<KnownUser> {
  const user = await getUserNamed(app, name)
  await app.change(async (trx) => {
    if (!(await setDisabled(trx, user.id, null))) {
      throw conflict(`${nameUser(user)} is not disabled.`)
    }
    await recordOn(trx, app, user, 'user.enabled', [])
  })
  return { ...user, disabledAt: null }
}

async function getUserNamed({ db }: App, name: string): Promise<KnownUser> {
  const user = await findUserNamed(db, name)
  if (user) return user
  throw new AppError('NOT_FOUND', `There is no user "${name}". Give an id, an email address, or a phone number.`)
}

async function recordOn(trx: Trx, app: App, user: KnownUser, action: string, ended: readonly { id: string }[]) {
  await recordAudit(trx, asOperator(app), {
    action,
    ...describeUser(user.id, nameUser(user)),
    changes: ended.length > 0 ? describeEnds(ended) : null,
  })
}
