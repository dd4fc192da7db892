import { randomUUIDv7 } from 'node:crypto'
import { listFacts } from '../../platform/audit/rules.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Account } from '../accounts/rules.ts'
import { insertMember, lockAccount } from '../accounts/service.ts'
import { checkAllowance } from '../plans/service.ts'
import { nameUser, type User } from '../users/rules.ts'
import { notifyInvitees, notifyViewer } from '../users/service.ts'
import { announce } from '../webhooks/events.ts'
import { describeJoining } from '../webhooks/member-events.ts'
import * as repository from './repository.ts'
import type { MemberRole } from './table.ts'

/**
 * Makes a user a member of the account that has the domain of their address. A user who was removed stays out until invited;
 * a user who was invited gets the role of the invitation. No one joins a suspended account. Returns the account; undefined if nothing was done. Throws
 * PLAN_LIMIT_REACHED.
 */
export async function joinByDomain(
  context: RequestContext,
  user: User,
  { accountId, role, email }: { accountId: string; role: MemberRole; email: string },
): Promise<Account | undefined> {
  if (await repository.wasEverMember(context.db, accountId, user.id)) return undefined
  const now = context.clock.now()
  return await context.change(async (trx, tell) => {
    const account = await lockAccount(trx, accountId)
    if (account.suspensionReason !== null) return undefined
    if (await repository.wasEverMember(trx, accountId, user.id)) return undefined
    const invite = await repository.findPendingInvite(trx, accountId, email, now)
    // An invitation already holds its seat.
    if (invite) await repository.updateInviteStatus(trx, invite.id, 'accept', now)
    else await checkAllowance(trx, account, 'maxTeamMembers', (ids) => repository.countSeats(trx, ids, now))
    const member = { id: randomUUIDv7(), accountId, userId: user.id, role: invite?.role ?? role, createdAt: now }
    await insertMember(trx, { ...member, byInvitation: true })
    await recordAudit(trx, context, {
      action: 'member.joined_by_domain',
      accountId,
      objectType: 'member',
      objectId: member.id,
      objectName: nameUser(user),
      changes: listFacts({ role: member.role }),
      by: { userId: user.id, sessionId: null },
    })
    await announce(trx, now, [describeJoining({ ...member, name: nameUser(user) })])
    tell('accountChanged', accountId, { accountId })
    notifyViewer(tell, user.id)
    await notifyInvitees(trx, tell, [email])
    return account
  })
}
