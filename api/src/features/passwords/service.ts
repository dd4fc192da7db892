import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { webPaths } from '@culvert/schema/web-paths'
import { z } from 'zod'
import type { ChangePasswordInput, ResetPasswordInput } from '../../generated/schema.ts'
import { addMs, dayMs, hourMs } from '../../ground/clock.ts'
import { badInput, conflict } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { getUser } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { type AuditSource, recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { deleteRowsOf, type Ending } from '../../platform/endings.ts'
import { defineRecurringJob, defineJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { renderPasswordReset } from '../../platform/mail/templates.ts'
import { endUnprovenUser, lockUnprovenUser } from '../email-addresses/unproven-user.ts'
import { isAddressOf, proveAddress } from '../email-addresses/proof.ts'
import { checkFreshProof } from '../factors/service.ts'
import { endSessions, describeEnds } from '../sessions/service.ts'
import { getMailSite } from '../site/service.ts'
import { checkHashRoom, hashPassword, verifyPassword } from '../users/password-hash.ts'
import { checkPassword, describeUser, isProven, parseIdentifier, type User } from '../users/rules.ts'
import { findCredentials, setPassword, findPasswordHash, getUserById } from '../users/service.ts'
import * as repository from './repository.ts'
import { invalidResetLink, resetsPerHourMax, resetToken } from './rules.ts'

const sendReset = defineJob({
  name: 'sessions.send-reset',
  payload: z.object({ email: z.string(), clientAddress: z.string().nullable(), userAgent: z.string().nullable() }),
})

const prune = defineRecurringJob({ name: 'passwords.prune', cron: '38 * * * *' })

type ResetRequest = z.infer<typeof sendReset.payload>

/**
 * Requests a link to a new password. A background job looks up whether a user has the address, so the answer and its time
 * are the same for every address.
 */
export async function requestPasswordReset(context: RequestContext, given: string): Promise<void> {
  const { rateLimiter, clientAddress, clientNetwork, userAgent, clock } = context
  await rateLimiter.check('requestResetFromClient', clientNetwork)
  const { email } = parseIdentifier({ email: given })
  if (email === null) return
  await rateLimiter.attempt('requestReset', `${email}|${clientNetwork}`, () =>
    context.change(async (trx) => {
      const payload = { email, clientAddress, userAgent }
      await enqueue(trx, { kind: sendReset, payload, key: email, now: clock.now() })
    }),
  )
}

/** Creates the jobs of passwords. */
export function createPasswordJobs(app: App): JobHandler[] {
  return [
    handleJob(sendReset, (request) => sendResetLink(app, request)),
    handleJob(prune, () => deleteExpiredResets(app)),
  ]
}

/** Sets a new password by a reset link, and ends every session of its user. */
export async function resetPassword(context: RequestContext, input: ResetPasswordInput): Promise<User> {
  await context.rateLimiter.check('resetPasswordFromClient', context.clientNetwork)
  checkPassword('password', input.password)
  const claims = await context.keyring.verify(resetToken, input.accessToken).catch(() => undefined)
  if (claims?.sub === undefined || typeof claims.rid !== 'string') throw invalidResetLink()
  const reset = { id: claims.rid, userId: claims.sub, tokenHash: sha256Hex(input.refreshToken) }
  const passwordHash = await hashPassword(input.password)
  const now = context.clock.now()

  await context.change(async (trx, tell) => {
    const ending = { trx, tell, source: context }
    // Following the link proves the address. What the unproven user had ends: they may be somebody else.
    const unproven = await lockUnprovenUser(trx, reset.userId)
    // The user's row is locked first, as when the password is changed, so that two transactions never wait for each other.
    await setPassword(trx, reset.userId, passwordHash)
    if (!(await repository.usePasswordReset(trx, reset, context.clientAddress, now))) throw invalidResetLink()
    if (unproven) {
      await endUnprovenUser(context, ending, unproven)
      await proveAddress(ending, { id: unproven.userId, email: unproven.email }, 'password reset')
    }
    await repository.voidPasswordResets(trx, reset.userId, now)
    const sessions = await endSessions(ending, reset.userId)
    await recordAudit(trx, context, {
      action: 'user.password_reset',
      ...describeUser(reset.userId),
      changes: describeEnds(sessions),
    })
  })
  return await getUserById(context, reset.userId)
}

/** Sets a new password for the viewer, and ends their other sessions. */
export async function changePassword(context: RequestContext, input: ChangePasswordInput): Promise<User> {
  const { userId } = getUser(context)
  checkHashRoom()
  await context.rateLimiter.attempt('ownPassword', userId, () => replacePassword(context, input))
  return await getUserById(context, userId)
}

async function replacePassword(context: RequestContext, input: ChangePasswordInput): Promise<void> {
  const { userId, sessionId } = getUser(context)
  checkPassword('newPassword', input.newPassword)
  const currentHash = await findPasswordHash(context.db, userId)
  // A user who has no password proves who they are by the means with which they sign in.
  await checkFreshProof(context, { ofEverybody: currentHash === undefined })
  if (currentHash !== undefined && !(await verifyPassword(currentHash, input.currentPassword ?? ''))) {
    throw badInput('currentPassword', 'The current password is not right. If you forgot it, sign out and reset it.')
  }
  const passwordHash = await hashPassword(input.newPassword)
  const now = context.clock.now()

  await context.change(async (trx, tell) => {
    if (!(await setPassword(trx, userId, passwordHash, currentHash ?? null))) {
      throw conflict('The password was changed a moment ago. Sign in with the new one.')
    }
    await repository.voidPasswordResets(trx, userId, now)
    const sessions = await endSessions({ trx, tell, source: context }, userId, { except: sessionId })
    await recordAudit(trx, context, {
      action: 'user.password_changed',
      ...describeUser(userId),
      changes: describeEnds(sessions),
    })
  })
}

/** Mails a link to the user with the address. Does nothing if there is none, or they have been sent too many. */
async function sendResetLink(app: App, { email, clientAddress, userAgent }: ResetRequest): Promise<void> {
  const { user } = (await findCredentials(app.db, { email, phone: null })) ?? {}
  if (user) await mailResetLink(app, { clock: app.clock, actor: { kind: 'anonymous' }, clientAddress, userAgent }, user)
}

/** Mails a user a link to a new password. Returns false if they were sent as many as they may get in an hour. Throws CONFLICT if they have another address by now. */
export async function mailResetLink(app: App, source: AuditSource, user: User): Promise<boolean> {
  const { clock, mailer } = app
  const { id: userId, email } = user
  if (email === null) return false
  const { url, expiresAt, store } = await createResetLink(app, { id: userId, email })
  const letter = renderPasswordReset(await getMailSite(app), { email, url, expiresAt, isProven: isProven(user) })
  return await app.change(async (trx) => {
    // The lock makes simultaneous requests count each other, and a change of the address void this link too.
    if (!(await isAddressOf(trx, userId, email))) throw conflict(`${email} is no longer the address of this user.`)
    const sentCount = await repository.countPasswordResetsSince(trx, userId, addMs(clock.now(), -hourMs))
    if (sentCount >= resetsPerHourMax) return false
    await store(trx, source)
    await mailer.sendMail(trx, { to: email, deliverUntil: expiresAt, ...letter })
    return true
  })
}

/** A link to a new password. It works once, from when it is stored until it expires. */
export interface ResetLink {
  url: string
  expiresAt: Date
  store: (trx: Trx, source: AuditSource) => Promise<void>
}

/** Makes a link to a new password for a user, who may be created together with it. */
export async function createResetLink(
  { clock, keyring, config }: App,
  { id: userId, email }: { id: string; email: string },
): Promise<ResetLink> {
  const id = randomUUIDv7()
  const secret = `rs_${randomBytes(32).toString('base64url')}`
  const { token, expiresAt } = await keyring.sign(resetToken, { sub: userId, rid: id })
  const url = new URL(webPaths.resetPassword, config.publicUrl)
  url.search = new URLSearchParams({ access_token: token, refresh_token: secret }).toString()
  const store = async (trx: Trx, source: AuditSource) => {
    const reset = { id, userId, tokenHash: sha256Hex(secret), createdAt: clock.now(), expiresAt }
    await repository.insertPasswordReset(trx, reset)
    await recordAudit(trx, source, {
      action: 'user.password_reset_requested',
      ...describeUser(userId, email),
    })
  }
  return { url: url.href, expiresAt, store }
}

/** Deletes reset links that expired more than a day ago. */
async function deleteExpiredResets({ db, clock }: App): Promise<void> {
  await repository.deletePasswordResetsExpiredBefore(db, addMs(clock.now(), -dayMs))
}

/** Voids every reset link of a user: it went to an address that is no longer theirs, or never was. */
export async function voidResetsOf({ trx, source }: Ending, { userId }: { userId: string }): Promise<void> {
  await repository.voidPasswordResets(trx, userId, source.clock.now())
}

/** Deletes the reset links of a user. */
export const eraseResets = deleteRowsOf('passwordResets', 'userId')
