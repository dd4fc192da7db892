import { getAccountNamed, searchAccountRows } from '../features/accounts/operator.ts'
import type { Account } from '../features/accounts/rules.ts'
import { createLoaders } from '../features/loaders.ts'
import type { DomainStatus, Role } from '../generated/schema.ts'
import type { App } from '../platform/app.ts'

/** An account in the operator's list. */
export interface AccountSummary {
  id: string
  name: string
  namespace: string
  plan: string
  memberCount: number
  createdAt: Date
  /** Null while it is not suspended. */
  suspendedAt: Date | null
  suspensionReason: string | null
}

/** An account with what it has and uses. */
export interface AccountDetails extends AccountSummary {
  members: { userId: string; email: string | null; role: Role; joinedAt: Date }[]
  gateways: string[]
  domains: { domain: string; status: DomainStatus }[]
  activeAgentCount: number
  /** This calendar month (UTC). */
  usage: { apiRequests: number; dataInBytes: number; dataOutBytes: number; agentRunSeconds: number }
}

/** Finds the accounts whose name or namespace contains the text, newest first. */
export async function searchAccounts(app: App, text: string, limit: number): Promise<AccountSummary[]> {
  const accounts = await searchAccountRows(app.db, text, limit)
  return await Promise.all(summarize(app, accounts))
}

/** Returns an account with what it has and uses. */
export async function getAccountDetails(app: App, name: string): Promise<AccountDetails> {
  const account = await getAccountNamed(app, name)
  const { id } = account
  const loaders = readAll(app)
  const [members = [], gateways = [], domains = [], activeAgentCount = 0, usage] = await Promise.all([
    loaders.members.load(id),
    loaders.gateways.load(id),
    loaders.domains.load(id),
    loaders.activeAgentCount.load(id),
    loaders.monthlyUsage.load(id),
  ])
  const [summary] = await Promise.all(summarize(app, [account]))
  if (!summary) throw new Error('An account has a summary.')
  return {
    ...summary,
    members: await Promise.all(
      members.map(async ({ userId, role, createdAt }) => {
        const email = (await loaders.user.load(userId))?.email ?? null
        return { userId, email, role, joinedAt: createdAt }
      }),
    ),
    gateways: gateways.map(({ subdomain }) => subdomain),
    domains: domains.map(({ domain, status }) => ({ domain, status })),
    activeAgentCount,
    usage: usage ?? { apiRequests: 0, dataInBytes: 0, dataOutBytes: 0, agentRunSeconds: 0 },
  }
}

function summarize(app: App, accounts: readonly Account[]): Promise<AccountSummary>[] {
  const loaders = readAll(app)
  return accounts.map(async ({ id, name, namespace, createdAt, suspendedAt, suspensionReason }) => {
    const [plan, members = []] = await Promise.all([loaders.plan.load(id), loaders.members.load(id)])
    const memberCount = members.length
    return { id, name, namespace, plan: plan?.name ?? '', memberCount, createdAt, suspendedAt, suspensionReason }
  })
}

/** Returns the loaders that screens read with. They check no permissions: that is already done. */
function readAll(app: App) {
  return createLoaders(app, { kind: 'anonymous' })
}
