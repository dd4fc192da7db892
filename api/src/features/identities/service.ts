import { randomUUIDv7 } from 'node:crypto'
import { notFound } from '../../ground/errors.ts'
import { getUser } from '../../platform/access/authorize.ts'
import { type AuditEvent, recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import { deleteRowsOf } from '../../platform/endings.ts'
import { checkFreshProof, countPasskeys, mailFactorChange } from '../factors/service.ts'
import { lockProviderShared } from '../sign-in-providers/service.ts'
import { describeUser, type User } from '../users/rules.ts'
import { findCredentials, findPasswordHash, lockUser, sessionEnded, notifyViewer } from '../users/service.ts'
import { type OpenedProof, openProof } from './proofs.ts'
import * as repository from './repository.ts'
import { type Identity, lastSignInMethod, linkedAlready, linkedElsewhere, notLinked } from './rules.ts'

/** Returns the viewer's identities. */
export async function listOwnIdentities(context: RequestContext): Promise<Identity[]> {
  return await repository.listIdentities(context.db, getUser(context).userId)
}

/** Reports whether the viewer has a password. */
export async function hasPassword(context: RequestContext): Promise<boolean> {
  return (await findPasswordHash(context.db, getUser(context).userId)) !== undefined
}

/** Links the identity in a provider's assertion with the viewer, who can sign in with it from then on. */
export async function linkIdentity(context: RequestContext, token: string): Promise<Identity> {
  await checkFreshProof(context, { ofEverybody: true })
  const { userId } = getUser(context)
  await context.rateLimiter.check('enrolFactor', userId)
  const proof = await openProof(context, token, ['LINK', 'SIGN_IN'])
  const { label } = proof.provider
  const change = context.change(async (trx, tell) => {
    const user = await lockUser(trx, userId)
    if (!user) throw sessionEnded()
    await proof.use(trx)
    const identity = await addIdentity(trx, context, userId, proof)
    await mailLink(trx, context, user, label)
    notifyViewer(tell, userId)
    return identity
  })
  return await refuseDuplicates(change, {
    identities_subject: () => linkedElsewhere(label),
    identities_of_user: () => linkedAlready(label),
  })
}

/** Adds an identity to a user, who is locked or new. Rejects with a unique violation when it, or another of its provider, is linked. */
export async function addIdentity(
  trx: Trx,
  context: RequestContext,
  userId: string,
  { provider, subject, name }: OpenedProof,
  by?: AuditEvent['by'],
): Promise<Identity> {
  const { id: providerId, label } = await lockProviderShared(trx, provider.id)
  const now = context.clock.now()
  const identity = { id: randomUUIDv7(), userId, providerId, subject, name, createdAt: now, lastUsedAt: null }
  await repository.insertIdentity(trx, identity)
  await recordIdentity(trx, context, 'user.identity_linked', label, identity, by)
  return identity
}

/** Unlinks an identity of the viewer. Throws CONFLICT if they could no longer sign in. */
export async function unlinkIdentity(context: RequestContext, id: string): Promise<Identity> {
  await checkFreshProof(context, { ofEverybody: true })
  const { userId } = getUser(context)
  return await context.change(async (trx, tell) => {
    const user = await lockUser(trx, userId)
    if (!user) throw sessionEnded()
    const identity = await repository.deleteIdentity(trx, userId, id)
    if (!identity) throw notFound('identity')
    await checkCanSignIn(trx, userId)
    const { label } = await lockProviderShared(trx, identity.providerId)
    await recordIdentity(trx, context, 'user.identity_unlinked', label, identity)
    await mailFactorChange(trx, context, user, `You unlinked ${label} from your profile`)
    notifyViewer(tell, userId)
    return identity
  })
}

/** Throws CONFLICT unless a user, whose row is locked, can still sign in: by a password, a passkey or a provider. */
export async function checkCanSignIn(trx: Trx, userId: string): Promise<void> {
  if ((await findPasswordHash(trx, userId)) !== undefined) return
  if ((await countPasskeys(trx, userId)) > 0 || (await repository.countIdentities(trx, userId)) > 0) return
  throw lastSignInMethod()
}

/** A user whom a provider's assertion is about. */
export interface LinkedProof {
  userId: string
  /** Uses up the assertion, and records the use of the identity. Throws if either is gone. */
  use: (trx: Trx) => Promise<void>
}

/**
 * Finds the user whom a provider's assertion is about: who linked it or, if the provider has the last word on an address by single sign-on, who
 * proved that address before. Throws if there is no such user.
 */
export async function findLinked(context: RequestContext, proof: OpenedProof): Promise<LinkedProof> {
  const { provider, subject, name, purpose } = proof
  const lastUsedAt = context.clock.now()
  const identity = await repository.findIdentity(context.db, provider.id, subject)
  if (identity) {
    const use = async (trx: Trx): Promise<void> => {
      await proof.use(trx)
      if (await repository.useIdentity(trx, identity.id, { name, lastUsedAt })) return
      throw notLinked(purpose, provider.label)
    }
    return { userId: identity.userId, use }
  }
  const holder = await findHolder(context.db, proof)
  if (!holder || purpose !== 'SIGN_IN') throw notLinked(purpose, provider.label)
  const use = async (trx: Trx): Promise<void> => {
    await proof.use(trx)
    await addIdentity(trx, context, holder.id, proof, { userId: holder.id, sessionId: null })
    await mailLink(trx, context, holder, provider.label)
  }
  return { userId: holder.id, use }
}

/** Finds the user who proved the address on which a provider has the last word. */
export async function findHolder(
  db: Db,
  { email, isAuthoritative }: Pick<OpenedProof, 'email' | 'isAuthoritative'>,
): Promise<User | undefined> {
  if (email === null || !isAuthoritative) return undefined
  const holder = (await findCredentials(db, { email, phone: null }))?.user
  return holder && holder.emailVerifiedAt !== null ? holder : undefined
}

/** Ends the identities of a user who held an address that is not theirs: with them, they could sign in again. */
export const endIdentitiesOf = deleteRowsOf('identities', 'userId')

/** The provider's own name of its user is left out: whoever chose it could write to somebody else in our name. */
async function mailLink(trx: Trx, context: RequestContext, user: User, label: string): Promise<void> {
  await mailFactorChange(trx, context, user, `You linked ${label} to your profile`)
}

function describeIdentity(label: string, { name }: Pick<Identity, 'name'>): string {
  return name === null ? label : `${label} (${name})`
}

async function recordIdentity(
  trx: Trx,
  context: RequestContext,
  action: 'user.identity_linked' | 'user.identity_unlinked',
  label: string,
  identity: Identity,
  by?: AuditEvent['by'],
): Promise<void> {
  const described = describeIdentity(label, identity)
  const changes = action === 'user.identity_linked' ? { from: null, to: described } : { from: described, to: null }
  await recordAudit(trx, context, { action, ...describeUser(identity.userId), changes: { identity: changes }, by })
}
