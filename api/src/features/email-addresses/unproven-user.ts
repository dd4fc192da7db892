import { conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { lockAccounts } from '../accounts/service.ts'
import { endSessions, describeEnds } from '../sessions/service.ts'
import { describeUser } from '../users/rules.ts'
import { announce } from '../webhooks/events.ts'
import { describeLeaving } from '../webhooks/member-events.ts'
import * as repository from './repository.ts'

/** A user whose address somebody else is about to prove, locked with their accounts. */
export interface UnprovenUser {
  userId: string
  email: string
  memberships: Awaited<ReturnType<typeof repository.listMembershipsOf>>
}

/**
 * Locks a user with an unproven address and their accounts. Undefined when the address was proven or lost meanwhile. Starting an
 * agent, making a credential and joining an account take the same locks, so nothing is left behind. A claimant who is a user is locked too.
 */
export async function lockUnprovenUser(
  trx: Trx,
  userId: string,
  claimantId: string = userId,
): Promise<UnprovenUser | undefined> {
  const seen = await repository.listMembershipsOf(trx, userId)
  const locked = await lockAccounts(
    trx,
    seen.map(({ accountId }) => accountId),
  )
  const address = (await repository.lockAddresses(trx, [userId, claimantId])).get(userId)
  if (!address || address.email === null || address.emailVerifiedAt !== null) return undefined
  const memberships = await repository.listMembershipsOf(trx, userId)
  if (memberships.some(({ accountId }) => !locked.has(accountId))) {
    throw conflict('The user with this address has just joined a team. Try again.')
  }
  return { userId, email: address.email, memberships }
}

/**
 * Ends what a user holds with an address that they never proved: sessions, AuthIDs with their agents, API keys,
 * memberships by invitation, and the invitations that they sent. The accounts that they founded stay.
 */
export async function endUnprovenUser(app: App, ending: Ending, occupant: UnprovenUser): Promise<void> {
  const { trx, tell, source } = ending
  const { userId, email, memberships } = occupant
  const accountIds = memberships.map(({ accountId }) => accountId)
  const now = source.clock.now()
  const sessions = await endSessions(ending, userId)
  await app.endDependents(ending, 'unprovenAddress', { userId, accountIds })
  await repository.revokeInvitesBy(trx, userId, now)
  await repository.voidVerifications(trx, userId, now)
  for (const { id, accountId, role, byInvitation } of memberships) {
    if (!byInvitation) continue
    // An account must keep an owner: this one was handed over to them.
    if (role === 'super_admin' && (await repository.countOtherOwners(trx, accountId, userId)) === 0) continue
    await repository.deleteMembership(trx, id, now)
    await recordAudit(trx, source, {
      action: 'member.removed',
      accountId,
      objectType: 'member',
      objectId: id,
      objectName: email,
    })
    await announce(trx, now, [describeLeaving({ id, accountId, userId, role, name: email }, 'removed')])
  }
  await recordAudit(trx, source, {
    action: 'user.occupation_ended',
    ...describeUser(userId, email),
    changes: describeEnds(sessions),
  })
  for (const accountId of accountIds) {
    tell('membershipEnded', accountId, { accountId })
    tell('accountChanged', accountId, { accountId })
  }
}

/** Takes an unproven address from a user, for the owner who has proved it: another user, or somebody new. Does nothing if no user has it. */
export async function evictUnprovenUser(app: App, ending: Ending, email: string, claimantId?: string): Promise<void> {
  const { trx, source } = ending
  const userId = await repository.findUnprovenUser(trx, email)
  const occupant = userId && (await lockUnprovenUser(trx, userId, claimantId))
  if (!occupant || occupant.email !== email) return
  await endUnprovenUser(app, ending, occupant)
  await repository.removeAddress(trx, occupant.userId, source.clock.now())
}

/** Revokes the unanswered invitations that a user sent, and deletes the links that were mailed to them. */
export async function eraseLinks({ trx, source }: Ending, { userId }: { userId: string }): Promise<void> {
  await repository.revokeInvitesBy(trx, userId, source.clock.now())
  await repository.deleteVerificationsOf(trx, userId)
}
