import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import type { App } from '../app.ts'
import { recordAudit, type AuditSource } from '../audit/service.ts'
import { getUser } from '../auth/authorize.ts'
import { hashPassword, verifyPassword } from '../auth/passwords.ts'
import { sha256Hex } from '../auth/secrets.ts'
import { addMs } from '../clock.ts'
import { AppError, badInput } from '../errors.ts'
import type { ChangePasswordInput, ResetPasswordInput } from '../generated/schema.ts'
import type { RequestContext } from '../http/context.ts'
import { defineJob, handleJob, type JobHandler } from '../jobs/rules.ts'
import { renderPasswordReset } from '../mail/templates.ts'
import { getMailSite } from '../site/service.ts'
import { announceEnds, describeEnds } from './ending.ts'
import * as repository from './repository.ts'
import { checkPassword, invalidResetLink, parseIdentifier, resetsPerHourMax, resetToken, type User } from './rules.ts'
import { getUserById } from './service.ts'

const sendReset = defineJob({
  name: 'sessions.send-reset',
  payload: z.object({ email: z.string(), clientAddress: z.string().nullable(), userAgent: z.string().nullable() }),
})

type ResetRequest = z.infer<typeof sendReset.payload>

/**
 * Asks for a link to a new password. Whether somebody has the address is looked up by a background job: answer and time
 * are the same for every address.
 */
export async function requestPasswordReset(context: RequestContext, given: string): Promise<void> {
  const { rateLimiter, clientAddress, userAgent, clock } = context
  await rateLimiter.check('requestResetFromClient', clientAddress)
  const { email } = parseIdentifier({ email: given })
  if (email === null) return
  await rateLimiter.check('requestReset', `${email}|${clientAddress}`)
  await context.db.transaction().execute(async (trx) => {
    const payload = { email, clientAddress, userAgent }
    await context.jobs.enqueue(trx, { kind: sendReset, payload, key: email, runAt: clock.now() })
  })
}

/** The background work of passwords. */
export function createPasswordJobs(app: App): JobHandler[] {
  return [handleJob(sendReset, (request) => sendResetLink(app, request))]
}

/** Sets a new password by a reset link, and ends every session of its user. */
export async function resetPassword(context: RequestContext, input: ResetPasswordInput): Promise<User> {
  await context.rateLimiter.check('resetPasswordFromClient', context.clientAddress)
  checkPassword('password', input.password)
  const claims = await context.keyring.verify(resetToken, input.accessToken).catch(() => undefined)
  if (claims?.sub === undefined || typeof claims.rid !== 'string') throw invalidResetLink()
  const reset = { id: claims.rid, userId: claims.sub, tokenHash: sha256Hex(input.refreshToken) }
  const passwordHash = await hashPassword(input.password)
  const now = context.clock.now()

  const ended = await context.db.transaction().execute(async (trx) => {
    // The user's row comes first, as when the password is changed: two transactions never wait for each other.
    await repository.setPassword(trx, reset.userId, passwordHash)
    if (!(await repository.usePasswordReset(trx, reset, now))) throw invalidResetLink()
    await repository.voidPasswordResets(trx, reset.userId, now)
    const sessions = await repository.endSessions(trx, reset.userId, {}, now)
    await recordAudit(trx, context, {
      action: 'user.password_reset',
      accountId: null,
      objectType: 'user',
      objectId: reset.userId,
      changes: describeEnds(sessions),
    })
    return sessions
  })

  announceEnds(context, reset.userId, ended)
  return await getUserById(context, reset.userId)
}

/** Sets a new password for the viewer, and ends their other sessions. */
export async function changePassword(context: RequestContext, input: ChangePasswordInput): Promise<User> {
  const { userId, sessionId } = getUser(context)
  await context.rateLimiter.check('changePassword', userId)
  checkPassword('newPassword', input.newPassword)
  const currentHash = await repository.findPasswordHash(context.db, userId)
  const matches = await verifyPassword(currentHash, input.currentPassword)
  if (currentHash === undefined || !matches) {
    throw badInput('currentPassword', 'The current password is not right. If you forgot it, sign out and reset it.')
  }
  const passwordHash = await hashPassword(input.newPassword)
  const now = context.clock.now()

  const ended = await context.db.transaction().execute(async (trx) => {
    if (!(await repository.setPassword(trx, userId, passwordHash, currentHash))) {
      throw new AppError('CONFLICT', 'The password was changed a moment ago. Sign in with the new one.')
    }
    await repository.voidPasswordResets(trx, userId, now)
    const sessions = await repository.endSessions(trx, userId, { except: sessionId }, now)
    await recordAudit(trx, context, {
      action: 'user.password_changed',
      accountId: null,
      objectType: 'user',
      objectId: userId,
      changes: describeEnds(sessions),
    })
    return sessions
  })

  await context.rateLimiter.forget('changePassword', userId)
  announceEnds(context, userId, ended)
  return await getUserById(context, userId)
}

/** Mails a link to whoever has the address. Nobody has it, or they were sent many: nothing happens. */
async function sendResetLink(app: App, { email, clientAddress, userAgent }: ResetRequest): Promise<void> {
  const { user } = (await repository.findCredentials(app.db, { email, phone: null })) ?? {}
  if (!user) return
  await mailResetLink(app, { clock: app.clock, actor: { kind: 'anonymous' }, clientAddress, userAgent }, user.id, email)
}

/** Mails a user a link to a new password. False when they were sent as many as they may get in an hour. */
export async function mailResetLink(app: App, source: AuditSource, userId: string, email: string): Promise<boolean> {
  const { db, clock, keyring, config, mailer } = app
  const now = clock.now()
  const sentCount = await repository.countPasswordResetsSince(db, userId, addMs(now, -60 * 60 * 1_000))
  if (sentCount >= resetsPerHourMax) return false

  const id = randomUUIDv7()
  const secret = `rs_${randomBytes(32).toString('base64url')}`
  const { token, expiresAt } = await keyring.sign(resetToken, { sub: userId, rid: id })
  const url = new URL('/reset-password', config.publicUrl)
  url.search = new URLSearchParams({ access_token: token, refresh_token: secret }).toString()
  const letter = renderPasswordReset(await getMailSite(app), { email, url: url.href, expiresAt })
  await db.transaction().execute(async (trx) => {
    const reset = { id, userId, tokenHash: sha256Hex(secret), createdAt: now, expiresAt }
    await repository.insertPasswordReset(trx, reset)
    await mailer.sendMail(trx, { to: email, deliverUntil: expiresAt, ...letter })
    await recordAudit(trx, source, {
      action: 'user.password_reset_requested',
      accountId: null,
      objectType: 'user',
      objectId: userId,
      objectName: email,
    })
  })
  return true
}
