import type { Membership } from '../accounts/ActiveAccount.tsx'
import { getAgentName } from '../agents/columns.tsx'
import { sections } from '../app/sections.tsx'
import { getMemberAddress, getMemberName } from '../team/member-name.ts'
import { hasRoom } from '../ui/limits.ts'
import type { Palette_QueryQuery } from './Palette.generated.ts'

/** Something to go to or to do. */
export interface Entry {
  id: string
  group: 'Actions' | 'Pages' | 'Gateways' | 'Domains' | 'Agents' | 'People' | 'Accounts'
  label: string
  /** What tells it from others of the same name. */
  detail?: string
  /** Where it leads; the account to switch to instead, in the group `Accounts`. */
  to: string
}

type Account = Palette_QueryQuery['account']

/** More than this nobody reads: one types another letter. */
const shownMax = 30

/** The entries in which every word of a query occurs, those whose label begins with it first. */
export function findEntries(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter(({ label, detail, group }) => {
    const text = `${label} ${detail ?? ''} ${group}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const startsWithQuery = ({ label }: Entry) => label.toLowerCase().startsWith(words[0] ?? '')
  return [...found.filter(startsWithQuery), ...found.filter((entry) => !startsWithQuery(entry))].slice(0, shownMax)
}

/** The pages of the dashboard that the viewer may see. */
export function listPages(account: Membership['account']): Entry[] {
  const listed = sections.flatMap(({ links }) => links.filter(({ isFor }) => !isFor || isFor(account)))
  const others = [
    { label: 'Gateway Metrics', to: '/admin/gateway-metrics' },
    { label: 'Rate Limits', to: '/admin/rate-limits' },
    { label: 'Your Profile', to: '/admin/profile' },
    { label: 'Documentation', to: '/docs' },
  ]
  return [...listed, ...others].map(({ label, to }) => ({ id: to, group: 'Pages', label, to }))
}

/** The viewer's other accounts. */
export function listAccounts(memberships: readonly Membership[], shownId: string): Entry[] {
  return memberships
    .filter(({ account }) => account.id !== shownId)
    .map(({ account: { id, name, namespace } }) => ({
      id: `account-${id}`,
      group: 'Accounts',
      label: `Switch to ${name}`,
      detail: `@${namespace}`,
      to: id,
    }))
}

/** What the viewer may do in the account: the API says so, and the plan has room for it. */
export function listActions(account: Account, canManageApiKeys: boolean): Entry[] {
  const { plan, gateways, domains, members, invites, ipRestrictions } = account
  const actions: [may: boolean, label: string, to: string][] = [
    [
      account.viewerCanManageGateways && hasRoom(gateways.length, plan.maxSubpoints),
      'Create Gateway',
      '/admin/gateway?new=true',
    ],
    [account.viewerCanManageDomains && hasRoom(domains.length, plan.maxDomains), 'Add Domain', '/admin/domains'],
    [
      account.viewerCanInvite && hasRoom(members.length + invites.length, plan.maxTeamMembers),
      'Invite Member',
      '/admin/team?new=true',
    ],
    [
      account.viewerCanManageIpRestrictions && hasRoom(ipRestrictions.length, plan.maxIpRestrictions),
      'Add IP Restriction',
      '/admin/ip-restrictions',
    ],
    [canManageApiKeys, 'Create API Key', '/admin/identity?new=true'],
    [account.viewerCanChangePlan, 'Change Plan', '/admin/billing'],
    [true, 'Show AuthID', '/admin/auth-id'],
    [true, 'Change Password', '/admin/profile'],
    [true, 'Sign Out', '/logout'],
  ]
  return actions.filter(([may]) => may).map(([, label, to]) => ({ id: `action-${label}`, group: 'Actions', label, to }))
}

function find(page: string, text: string): string {
  return `${page}?${new URLSearchParams({ find: text }).toString()}`
}

/** What there is in the account. */
export function listThings({ gateways, domains, members, active }: Account): Entry[] {
  return [
    ...gateways.map(({ id, name, subdomain }): Entry => ({
      id,
      group: 'Gateways',
      label: name,
      detail: subdomain,
      to: find('/admin/gateway', subdomain),
    })),
    ...domains.map(({ id, domain, status }): Entry => ({
      id,
      group: 'Domains',
      label: domain,
      detail: status,
      to: find('/admin/domains', domain),
    })),
    ...active.nodes.map((agent): Entry => ({
      id: agent.id,
      group: 'Agents',
      label: getAgentName(agent),
      detail: agent.assignedDomain,
      to: find('/admin/agents', agent.assignedDomain),
    })),
    ...members.map((member): Entry => ({
      id: member.id,
      group: 'People',
      label: getMemberName(member),
      detail: getMemberAddress(member),
      to: find('/admin/team', getMemberAddress(member)),
    })),
  ]
}
