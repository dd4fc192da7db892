import type { CodeInput, FactorKind, ProofKind } from '../../generated/schema.ts'
import { addMs, nodeBehindMs } from '../../ground/clock.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { isTwoFactors } from '../../platform/access/actor.ts'
import { getUser } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { defineRecurringJob, handleJob, type JobHandler } from '../../platform/jobs/rules.ts'
import { renderFactorsChanged } from '../../platform/mail/factors.ts'
import { resealEach } from '../../platform/sealing/reseal.ts'
import { getMailSite } from '../site/service.ts'
import { describeUser, type User } from '../users/rules.ts'
import * as repository from './repository.ts'
import {
  describeFactor,
  type Factor,
  findStep,
  freshMs,
  freshProofRequired,
  makeRecoveryCodes,
  normalizeRecoveryCode,
  parseCode,
} from './rules.ts'

const prune = defineRecurringJob({ name: 'factors.prune', cron: '41 * * * *' })

/** Creates the jobs of factors. */
export function createFactorJobs(app: App): JobHandler[] {
  return [handleJob(prune, () => deleteExpiredChallenges(app))]
}

/** Deletes challenges that have expired at every node. */
async function deleteExpiredChallenges({ db, clock }: App): Promise<void> {
  await repository.deleteChallengesExpiredBefore(db, addMs(clock.now(), -nodeBehindMs))
}

/** Returns the kinds of factors that a user has, each once. */
export async function listFactorKinds(db: Db, userId: string): Promise<FactorKind[]> {
  return await repository.listFactorKinds(db, userId)
}

/** Returns the viewer's factors. */
export async function listOwnFactors(context: RequestContext): Promise<Factor[]> {
  return await repository.listFactors(context.db, getUser(context).userId)
}

/** Returns how many recovery codes the viewer has left. */
export async function countOwnRecoveryCodes(context: RequestContext): Promise<number> {
  return await repository.countRecoveryCodes(context.db, getUser(context).userId)
}

/**
 * Throws FRESH_PROOF_REQUIRED unless the viewer proved who they are within 10 minutes: with two factors, if they have a second one. A
 * stolen session thus cannot change what it takes to sign in. With `ofEverybody`, a user without a factor must have too.
 */
export async function checkFreshProof(context: RequestContext, { ofEverybody = false } = {}): Promise<void> {
  const { userId, provenAt, provenBy } = getUser(context)
  // A proof in the future was given while the clock was ahead: how long ago is not known.
  const isFresh = Math.abs(context.clock.now().getTime() - provenAt.getTime()) < freshMs
  if (isFresh && isTwoFactors(provenBy)) return
  const kinds = await repository.listFactorKinds(context.db, userId)
  if (kinds.length === 0 && (isFresh || !ofEverybody)) return
  throw freshProofRequired(kinds)
}

/** Returns the purpose for which a factor's secret is sealed. */
function purposeOf(userId: string): string {
  return `authenticator app of ${userId}`
}

/** Uses up a code of a user, whose row is locked. Undefined if it is wrong or was used before. */
export async function useCode(
  trx: Trx,
  context: RequestContext,
  user: User,
  given: CodeInput,
): Promise<ProofKind | undefined> {
  const now = context.clock.now()
  const code = parseCode(given)
  if (code.kind === 'TOTP') {
    const totp = await repository.findTotp(trx, user.id)
    if (!totp) return undefined
    const secret = (await context.openSealing()).open(totp.sealedSecret, purposeOf(user.id))
    const step = findStep(secret, code.digits, now)
    return step !== undefined && (await repository.useStep(trx, totp.id, step, now)) ? 'TOTP' : undefined
  }
  if (!(await repository.useRecoveryCode(trx, user.id, sha256Hex(code.text), now))) return undefined
  const left = await repository.countRecoveryCodes(trx, user.id)
  await recordAudit(trx, context, { action: 'user.recovery_code_used', ...describeUser(user.id) })
  const what = `A recovery code was used, and ${left === 1 ? '1 is' : `${left} are`} left`
  await mailFactorChange(trx, context, user, what)
  return 'RECOVERY_CODE'
}

/** A factor to enrol. */
export type NewFactor =
  | { kind: 'TOTP'; secret: string; step: number }
  | { kind: 'PASSKEY'; credentialId: string; publicKey: string; counter: number; transports: string[] }

/** Adds a factor to a user whose row is locked. Returns the recovery codes with the first one, and none with others. */
export async function addFactor(
  trx: Trx,
  context: RequestContext,
  user: User,
  { id, name, ...proof }: NewFactor & { id: string; name: string },
): Promise<{ factor: Factor; recoveryCodes: string[] }> {
  const now = context.clock.now()
  const isFirst = (await repository.listFactorKinds(trx, user.id)).length === 0
  const factor: Factor = { id, kind: proof.kind, name, createdAt: now, lastUsedAt: null }
  if (proof.kind === 'TOTP') {
    const sealedSecret = (await context.openSealing()).seal(proof.secret, purposeOf(user.id))
    await repository.insertFactor(trx, { ...factor, userId: user.id, sealedSecret, lastStep: proof.step })
  } else {
    await repository.insertFactor(trx, { ...factor, ...proof, userId: user.id })
  }
  await recordFactor(trx, context, user, 'user.factor_added', factor)
  await mailFactorChange(trx, context, user, `You added ${describeFactor(factor)}`)
  return { factor, recoveryCodes: isFirst ? await renewRecoveryCodes(trx, user.id) : [] }
}

/** Counts a user's passkeys. */
export async function countPasskeys(db: Db, userId: string): Promise<number> {
  return (await repository.listPasskeys(db, userId)).length
}

/** Gives a user new recovery codes in place of the older ones. */
export async function renewRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = makeRecoveryCodes()
  const hashes = codes.map((code) => sha256Hex(normalizeRecoveryCode(code)))
  await repository.replaceRecoveryCodes(trx, userId, hashes)
  return codes
}

/** Removes a factor of a user whose row is locked; with the last one, the recovery codes. Undefined when they have none with this id. */
export async function removeFactor(
  trx: Trx,
  context: RequestContext,
  user: User,
  id: string,
): Promise<Factor | undefined> {
  const factor = await repository.deleteFactor(trx, user.id, id)
  if (!factor) return undefined
  if ((await repository.listFactorKinds(trx, user.id)).length === 0) await repository.deleteFactorsOf(trx, user.id)
  await recordFactor(trx, context, user, 'user.factor_removed', factor)
  await mailFactorChange(trx, context, user, `You removed ${describeFactor(factor)}`)
  return factor
}

/** Removes everything that a user proves their identity with besides the password. Returns the factors. */
export async function removeAllFactors(trx: Trx, userId: string): Promise<Factor[]> {
  return await repository.deleteFactorsOf(trx, userId)
}

/** Ends the factors of a user who held an address that is not theirs: its owner could never sign in. */
export async function endFactorsOf({ trx }: Ending, { userId }: { userId: string }): Promise<void> {
  await repository.deleteFactorsOf(trx, userId)
}

/** Mails a user's proven address what has happened to their factors. */
export async function mailFactorChange(
  trx: Trx,
  app: App,
  { email }: Pick<User, 'email'>,
  what: string,
): Promise<void> {
  if (email === null) return
  await app.mailer.sendMail(trx, { to: email, ...renderFactorsChanged(await getMailSite({ ...app, db: trx }), what) })
}

async function recordFactor(trx: Trx, context: RequestContext, user: User, action: string, factor: Factor) {
  await recordAudit(trx, context, {
    action,
    ...describeUser(user.id),
    changes: { factor: { from: null, to: describeFactor(factor) } },
  })
}

/** Reseals secrets of authenticator apps that are sealed with the previous secret. Returns how many. */
export async function resealFactors(app: App): Promise<number> {
  return await resealEach(app, repository.lockSealed, async (trx, { id, userId, sealedSecret }, sealing) => {
    const resealed = sealing.reseal(sealedSecret, purposeOf(userId))
    if (resealed === sealedSecret) return false
    await repository.setSealed(trx, id, resealed)
    return true
  })
}

export { listFactors, renameFactor } from './repository.ts'
