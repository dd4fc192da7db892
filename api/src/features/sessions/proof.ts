import type { ConfirmIdentityInput, ProofKind } from '../../generated/schema.ts'
import { badInput } from '../../ground/errors.ts'
import { isTwoFactors } from '../../platform/access/actor.ts'
import { getUser } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { checkPasskey } from '../factors/passkeys.ts'
import { codeRequired, WrongCode, wrongCode, wrongPasskey } from '../factors/rules.ts'
import { listFactorKinds, useCode } from '../factors/service.ts'
import { openProof } from '../identities/proofs.ts'
import { notLinked } from '../identities/rules.ts'
import { findLinked } from '../identities/service.ts'
import { checkHashRoom, verifyPassword } from '../users/password-hash.ts'
import { describeUser, type User } from '../users/rules.ts'
import { findPasswordHash, lockUserShared, sessionEnded, notifyViewer } from '../users/service.ts'
import * as repository from './repository.ts'
import type { AuthSession } from './rules.ts'

/** Records in the viewer's session that they have just proved who they are, in these ways too. Throws if it has ended. */
export async function raiseSession(
  trx: Trx,
  tell: Tell,
  context: RequestContext,
  proofs: readonly ProofKind[],
): Promise<AuthSession> {
  const { userId, sessionId, provenBy } = getUser(context)
  const session = await repository.raiseSession(trx, sessionId, proofs, context.clock.now())
  if (!session) throw sessionEnded()
  notifyViewer(tell, userId)
  // Its sockets reconnect with what it proves now, and then accounts that were closed to them are open.
  if (isTwoFactors(session.provenBy) && !isTwoFactors(provenBy)) {
    tell('credentialEnded', 'all', { credentialId: sessionId })
  }
  return session
}

/** Makes the viewer prove again who they are: by password or provider and code, or by passkey. */
export async function confirmIdentity(context: RequestContext, input: ConfirmIdentityInput): Promise<AuthSession> {
  const { userId } = getUser(context)
  if (typeof input.password === 'string') checkHashRoom()
  // A stolen access token must not help to guess the password.
  return await context.rateLimiter.attempt('ownPassword', userId, async () => {
    const { passkey, providerProof, code } = input
    if (passkey) return await confirmByPasskey(context, userId, passkey)
    const first =
      typeof providerProof === 'string'
        ? await checkProvider(context, userId, providerProof)
        : await checkPassword(context, userId, input.password)
    return await confirmByCode(context, userId, code, first)
  })
}

/** The first factor of two: what it is, and how it is used up. */
interface FirstProof {
  kind: 'PASSWORD' | 'PROVIDER'
  use?: (trx: Trx) => Promise<void>
}

async function confirmByPasskey(
  context: RequestContext,
  userId: string,
  passkey: NonNullable<ConfirmIdentityInput['passkey']>,
): Promise<AuthSession> {
  const proof = await checkPasskey(context, 'confirmation', passkey)
  if (proof.userId !== userId) throw wrongPasskey('confirmation')
  return await context.change(async (trx, tell) => {
    await proof.use(trx)
    return await raiseSession(trx, tell, context, ['PASSKEY'])
  })
}

async function checkPassword(
  context: RequestContext,
  userId: string,
  password: string | null | undefined,
): Promise<FirstProof> {
  if (typeof password !== 'string') {
    throw badInput('password', 'Give the password, the assertion of a provider, or the answer of a passkey.')
  }
  const hash = await findPasswordHash(context.db, userId)
  if (!(await verifyPassword(hash, password))) throw badInput('password', 'The password is not right.')
  return { kind: 'PASSWORD' }
}

async function checkProvider(context: RequestContext, userId: string, token: string): Promise<FirstProof> {
  const proof = await openProof(context, token, ['CONFIRM'])
  const linked = await findLinked(context, proof)
  if (linked.userId !== userId) throw notLinked('CONFIRM', proof.provider.label)
  return { kind: 'PROVIDER', use: linked.use }
}

async function confirmByCode(
  context: RequestContext,
  userId: string,
  code: ConfirmIdentityInput['code'],
  first: FirstProof,
): Promise<AuthSession> {
  return await countGuess(context, { userId, code }, async () => {
    const raised = await context.change(async (trx, tell) => {
      const user = await lockUserShared(trx, userId)
      if (!user) throw sessionEnded()
      const proofs = await proveByCode(trx, context, user, code, first.kind)
      if (!proofs) return undefined
      await first.use?.(trx)
      return await raiseSession(trx, tell, context, proofs)
    })
    if (!raised) throw wrongCode('confirmation')
    return raised
  })
}

/** Does what a code proves its user for. It is a guess if the code is wrong, and not if it fails for another reason, such as a fault of the database. */
export async function countGuess<Result>(
  { rateLimiter }: RequestContext,
  { userId, code }: { userId: string; code: ConfirmIdentityInput['code'] },
  prove: () => Promise<Result>,
): Promise<Result> {
  if (!code) return await prove()
  await rateLimiter.checkGuess('code', userId)
  let isWrong = false
  try {
    return await prove()
  } catch (error) {
    isWrong = error instanceof WrongCode
    throw error
  } finally {
    if (!isWrong) await rateLimiter.forgiveGuess('code', userId)
  }
}

/**
 * Returns how a user whose password, or whose provider's assertion, is right has proven who they are; undefined, with an entry in their log, when the code is wrong.
 * Throws FACTOR_REQUIRED if they have a factor and gave no code. Their row is locked: no factor is added meanwhile.
 */
export async function proveByCode(
  trx: Trx,
  context: RequestContext,
  user: User,
  code: ConfirmIdentityInput['code'],
  first: FirstProof['kind'],
): Promise<ProofKind[] | undefined> {
  const kinds = await listFactorKinds(trx, user.id)
  if (kinds.length === 0) return [first]
  if (!code) throw codeRequired(kinds)
  const proof = await useCode(trx, context, user, code)
  if (proof !== undefined) return [first, proof]
  await recordAudit(trx, context, { action: 'user.code_refused', ...describeUser(user.id) })
  return undefined
}
