import { type AppError, badInput, conflict } from '../../ground/errors.ts'
import { getUser } from '../../platform/access/authorize.ts'
import { deleteEntriesOfUser } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { endLockedAccount } from '../accounts/deletion.ts'
import type { Account } from '../accounts/rules.ts'
import { listMembershipsOf, lockAccount, lockAccounts } from '../accounts/service.ts'
import { checkFreshProof } from '../factors/service.ts'
import { countTeams, endMembershipOf } from '../team/service.ts'
import { nameUser } from '../users/rules.ts'
import { eraseUser, getUserById, lockUser, sessionEnded } from '../users/service.ts'

/** The fate of a user's accounts when they delete themselves. */
export interface UserDeletion {
  /** Nobody else is a member. */
  deletedAccounts: Account[]
  /** Others are members, and nobody else owns it. */
  accountsInTheWay: Account[]
  leftAccounts: Account[]
}

/** Returns what is deleted with the viewer. */
export async function previewDeletion(context: RequestContext): Promise<UserDeletion> {
  return await preview(context.db, getUser(context).userId)
}

async function preview(db: Db, userId: string): Promise<UserDeletion> {
  const memberships = await listMembershipsOf(db, userId)
  const teams = await countTeams(
    db,
    memberships.map(({ account }) => account.id),
  )
  const judge = ({ account, role }: (typeof memberships)[number]): keyof UserDeletion => {
    const { members = 0, owners = 0 } = teams.get(account.id) ?? {}
    if (members === 1) return 'deletedAccounts'
    return role === 'super_admin' && owners === 1 ? 'accountsInTheWay' : 'leftAccounts'
  }
  const byFate = Map.groupBy(memberships, judge)
  const list = (fate: keyof UserDeletion) => (byFate.get(fate) ?? []).map(({ account }) => account)
  return {
    deletedAccounts: list('deletedAccounts'),
    accountsInTheWay: list('accountsInTheWay'),
    leftAccounts: list('leftAccounts'),
  }
}

/**
 * Permanently deletes the viewer. Their accounts are locked first, then the viewer, so that no one joins or hands over one of them
 * meanwhile. Throws CONFLICT while an account with other members has no other owner.
 */
export async function deleteUser(context: RequestContext, confirmation: string): Promise<string> {
  await checkFreshProof(context, { ofEverybody: true })
  const { userId } = getUser(context)
  const name = nameUser(await getUserById(context, userId))
  if (confirmation.trim().toLowerCase() !== name) {
    throw badInput('confirmation', `To delete your profile for good, enter ${name}`)
  }
  await context.change(async (trx, tell) => {
    const ending = { trx, tell, source: context }
    const seen = await listMembershipsOf(trx, userId)
    const locked = await lockAccounts(
      trx,
      seen.map(({ account }) => account.id),
    )
    if (!(await lockUser(trx, userId))) throw sessionEnded()
    const { deletedAccounts, accountsInTheWay, leftAccounts } = await preview(trx, userId)
    const known = [...deletedAccounts, ...leftAccounts]
    if (accountsInTheWay.length > 0) throw onlyOwnerOf(accountsInTheWay)
    if (known.some(({ id }) => !locked.has(id))) throw conflict('You have just joined a team. Try again.')
    for (const { id } of deletedAccounts) await endLockedAccount(context, ending, await lockAccount(trx, id))
    for (const { id: accountId } of leftAccounts) await endMembershipOf(context, ending, { accountId, userId })
    await context.endDependents(ending, 'userData', { userId })
    await deleteEntriesOfUser(trx, userId)
    await eraseUser(trx, userId, context.clock.now())
  })
  context.cookies?.refresh.clear()
  return userId
}

function onlyOwnerOf(accounts: readonly Account[]): AppError {
  const names = accounts.map(({ name }) => name).join(', ')
  return conflict(
    `You are the only owner of ${names}, where others are members. Hand ${accounts.length === 1 ? 'it' : 'each'} over, or delete ${accounts.length === 1 ? 'it' : 'them'}, first.`,
  )
}
