import { toDay } from '../../ground/clock.ts'
import { getUser } from '../../platform/access/authorize.ts'
import { listEntries, recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import { listMembershipsOf } from '../accounts/service.ts'
import { checkFreshProof, listOwnFactors } from '../factors/service.ts'
import { listOwnIdentities } from '../identities/service.ts'
import { listNoticeMails } from '../notices/mails.ts'
import { listSessions } from '../sessions/service.ts'
import { describeUser } from '../users/rules.ts'
import { getUserById } from '../users/service.ts'

/** Everything that is stored about a user, as one file. */
export interface UserExport {
  fileName: string
  json: string
}

/** How many entries of the user's own log an export has, the newest ones. */
const entriesMax = 5_000
const entriesPerPage = 500

/** Returns what is stored about the viewer, without secrets. What accounts have is in the exports of accounts. */
export async function exportUser(context: RequestContext): Promise<UserExport> {
  await checkFreshProof(context, { ofEverybody: true })
  const { userId } = getUser(context)
  await context.rateLimiter.check('exportOfUser', userId)
  await context.change((trx) => recordAudit(trx, context, { action: 'user.exported', ...describeUser(userId) }))
  const now = context.clock.now()
  const memberships = await listMembershipsOf(context.db, userId)
  const data = {
    exportedAt: now,
    user: await getUserById(context, userId),
    memberships: memberships.map(({ role, createdAt, account: { id, name } }) => ({
      accountId: id,
      name,
      role,
      createdAt,
    })),
    sessions: await listSessions(context),
    factors: await listOwnFactors(context),
    identities: await listOwnIdentities(context),
    noticeMails: await listNoticeMails(context),
    auditLog: await listLog(context, userId),
  }
  return { fileName: `culvert-user-${toDay(now)}.json`, json: JSON.stringify(data, null, 2) }
}

async function listLog({ db }: RequestContext, userId: string) {
  const entries = []
  for (let page = 1; entries.length < entriesMax; page += 1) {
    const { nodes, pageCount } = await listEntries(db, { userId }, { page, pageSize: entriesPerPage })
    entries.push(...nodes)
    if (page >= pageCount) break
  }
  return entries
}
