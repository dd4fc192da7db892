import { randomUUIDv7 } from 'node:crypto'
import type { AddPasskeyInput, AddTotpInput, RenameFactorInput } from '../../generated/schema.ts'
import { badInput, conflict, notFound } from '../../ground/errors.ts'
import { getUser } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import type { TokenKind } from '../../platform/keys/keyring.ts'
import { askForNewPasskey, checkNewPasskey, type PasskeyChallenge } from '../factors/passkeys.ts'
import {
  describeFactor,
  type Factor,
  findStep,
  hasTotp,
  makeTotpSecret,
  noFactor,
  parseFactorName,
  passkeysMax,
  tooManyPasskeys,
  toTotpUri,
} from '../factors/rules.ts'
import {
  addFactor,
  checkFreshProof,
  countPasskeys,
  listFactorKinds,
  type NewFactor,
  removeFactor as removeFactorOf,
  renameFactor as renameFactorOf,
  renewRecoveryCodes as renewRecoveryCodesOf,
  mailFactorChange,
} from '../factors/service.ts'
import { checkCanSignIn } from '../identities/service.ts'
import { raiseSession } from '../sessions/proof.ts'
import type { AuthSession } from '../sessions/rules.ts'
import { getSite } from '../site/service.ts'
import { describeUser, nameUser, type User } from '../users/rules.ts'
import { getUserById, lockUser, sessionEnded, notifyViewer } from '../users/service.ts'

/** The enrolment of an authenticator app. It carries the secret, which its bearer was shown with it. */
const totpEnrolment: TokenKind = { typ: 'totp-enrolment+jwt', audience: 'culvert:totp', lifetimeSeconds: 10 * 60 }

/** A factor that was enrolled. */
export interface EnrolledFactor {
  factor: Factor
  recoveryCodes: string[]
  session: AuthSession
}

/** Makes a secret for an authenticator app. */
export async function beginTotp(context: RequestContext) {
  const user = await admit(context)
  if ((await listFactorKinds(context.db, user.id)).includes('TOTP')) throw hasTotp()
  const { brandName } = await getSite(context)
  const secret = makeTotpSecret()
  const { token } = await context.keyring.sign(totpEnrolment, { sub: user.id, secret })
  const uri = toTotpUri(secret, { issuer: brandName, label: nameUser(user) })
  return { enrolmentId: token, secret, uri }
}

/** Enrols an authenticator app that shows the right code. */
export async function addTotp(context: RequestContext, input: AddTotpInput): Promise<EnrolledFactor> {
  const user = await admit(context)
  const name = parseFactorName(input.name)
  const { sub, secret } = (await context.keyring.verify(totpEnrolment, input.enrolmentId).catch(() => undefined)) ?? {}
  if (sub !== user.id || typeof secret !== 'string') {
    throw badInput('enrolmentId', 'This took longer than 10 minutes. Begin again, and scan the new code.')
  }
  const step = findStep(secret, input.code.replaceAll(/\s/g, ''), context.clock.now())
  if (step === undefined) {
    throw badInput(
      'code',
      'The code is not right. Type the one that the app shows now; if it stays wrong, look at the clock of the device.',
    )
  }
  return await refuseDuplicates(enrol(context, user, { kind: 'TOTP', secret, step, name }), { factors_totp: hasTotp })
}

/** Makes a challenge with which a passkey is created. */
export async function beginPasskey(context: RequestContext): Promise<PasskeyChallenge> {
  const user = await admit(context)
  if ((await countPasskeys(context.db, user.id)) >= passkeysMax) throw tooManyPasskeys()
  return await askForNewPasskey(context, user)
}

/** Enrols a passkey. */
export async function addPasskey(context: RequestContext, input: AddPasskeyInput): Promise<EnrolledFactor> {
  const user = await admit(context)
  const name = parseFactorName(input.name)
  const { use, ...passkey } = await checkNewPasskey(context, user.id, input)
  const enrolment = enrol(context, user, { kind: 'PASSKEY', ...passkey, name }, async (trx) => {
    await use(trx)
    if ((await countPasskeys(trx, user.id)) >= passkeysMax) throw tooManyPasskeys()
  })
  return await refuseDuplicates(enrolment, {
    factors_credential_id_key: () => conflict('This passkey is enrolled already. Add another one.'),
  })
}

/** Gives a factor of the viewer another name. */
export async function renameFactor(context: RequestContext, { id, name }: RenameFactorInput): Promise<Factor> {
  const { userId } = getUser(context)
  const wanted = parseFactorName(name)
  return await context.change(async (trx, tell) => {
    const factor = await renameFactorOf(trx, userId, id, wanted)
    if (!factor) throw notFound('factor')
    await recordAudit(trx, context, {
      action: 'user.factor_renamed',
      ...describeUser(userId),
      changes: { factor: { from: null, to: describeFactor(factor) } },
    })
    notifyViewer(tell, userId)
    return factor
  })
}

/** Removes a factor of the viewer. Throws CONFLICT if they could no longer sign in. */
export async function removeFactor(context: RequestContext, id: string): Promise<Factor> {
  await checkFreshProof(context)
  const { userId } = getUser(context)
  return await context.change(async (trx, tell) => {
    const user = await lockLive(trx, userId)
    const factor = await removeFactorOf(trx, context, user, id)
    if (!factor) throw notFound('factor')
    await checkCanSignIn(trx, userId)
    notifyViewer(tell, userId)
    return factor
  })
}

/** Makes new recovery codes for the viewer. */
export async function renewRecoveryCodes(context: RequestContext): Promise<string[]> {
  await checkFreshProof(context)
  const { userId } = getUser(context)
  return await context.change(async (trx, tell) => {
    const user = await lockLive(trx, userId)
    if ((await listFactorKinds(trx, userId)).length === 0) throw noFactor()
    const codes = await renewRecoveryCodesOf(trx, userId)
    await recordAudit(trx, context, { action: 'user.recovery_codes_renewed', ...describeUser(userId) })
    await mailFactorChange(trx, context, user, 'You created new recovery codes, and the earlier ones no longer work')
    notifyViewer(tell, userId)
    return codes
  })
}

/** Returns the viewer, who must have proven who they are: a stolen session could lock them out with a factor of its own. */
async function admit(context: RequestContext): Promise<User> {
  const { userId } = getUser(context)
  await context.rateLimiter.check('enrolFactor', userId)
  await checkFreshProof(context, { ofEverybody: true })
  return await getUserById(context, userId)
}

async function enrol(
  context: RequestContext,
  { id: userId }: User,
  factor: NewFactor & { name: string },
  prepare: (trx: Trx) => Promise<void> = () => Promise.resolve(),
): Promise<EnrolledFactor> {
  return await context.change(async (trx, tell) => {
    // A sign-in locks the user while it looks for factors: it sees this one, or precedes it.
    const user = await lockLive(trx, userId)
    await prepare(trx)
    const added = await addFactor(trx, context, user, { ...factor, id: randomUUIDv7() })
    const session = await raiseSession(trx, tell, context, [factor.kind])
    return { ...added, session }
  })
}

async function lockLive(trx: Trx, userId: string): Promise<User> {
  const user = await lockUser(trx, userId)
  if (!user) throw sessionEnded()
  return user
}
