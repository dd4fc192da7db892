import { webPaths } from '@culvert/schema/web-paths'
import type { ResultOf } from '@graphql-typed-document-node/core'
import type { Membership } from '../../features/accounts/membership.ts'
import { getAgentName } from '../../features/agents/columns.tsx'
import { sections } from '../sections.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { getMemberAddress, getMemberName } from '../../features/team/member.ts'

export const paletteQuery = graphql(`
  query Palette_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      viewerCanCreateGateway {
        ...Permission_Permission
      }
      viewerCanAddDomain {
        ...Permission_Permission
      }
      viewerCanAddIpRestriction {
        ...Permission_Permission
      }
      viewerCanInviteMember {
        ...Permission_Permission
      }
      viewerCanChangePlan
      gateways {
        id
        name
        subdomain
        agentLostAt
      }
      domains {
        id
        domain
        status
      }
      members {
        id
        user {
          id
          email
          fullName
        }
      }
      active: agents(status: [active], pageSize: 1000) {
        nodes {
          id
          name
          assignedDomain
          lostAt
        }
      }
    }
  }
`)

/** Something to go to or to do. */
export interface Entry {
  id: string
  group: 'Actions' | 'Pages' | 'Gateways' | 'Domains' | 'Agents' | 'People' | 'Accounts'
  label: string
  /** Distinguishes it from others of the same name. */
  detail?: string
  /** When its agent was lost; null while it is connected. */
  lostAt?: string | null
  /** Its path, or in the group `Accounts` the id of the account to switch to. */
  to: string
}

type Account = ResultOf<typeof paletteQuery>['account']

/** People type another letter rather than read more than this. */
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
    { label: 'Gateway Metrics', to: webPaths.gatewayMetrics },
    { label: 'Rate Limits', to: webPaths.rateLimits },
    { label: 'Connect a Machine', to: webPaths.connect },
    { label: 'Your Profile', to: webPaths.profile },
    { label: 'Documentation', to: webPaths.docs },
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

/** The actions that the API allows the viewer. */
export function listActions(account: Account, canManageApiKeys: boolean): Entry[] {
  const actions: [may: boolean, label: string, to: string][] = [
    [account.viewerCanCreateGateway.allowed, 'Create Gateway', `${webPaths.gateways}?new=true`],
    [account.viewerCanAddDomain.allowed, 'Add Domain', webPaths.domains],
    [account.viewerCanInviteMember.allowed, 'Invite Member', `${webPaths.team}?new=true`],
    [account.viewerCanAddIpRestriction.allowed, 'Add IP Restriction', webPaths.ipRestrictions],
    [canManageApiKeys, 'Create API Key', `${webPaths.identity}?new=true`],
    [account.viewerCanChangePlan, 'Change Plan', webPaths.billing],
    [true, 'Show AuthID', webPaths.authId],
    [true, 'Change Password', webPaths.profile],
    [true, 'Sign Out', webPaths.logout],
  ]
  return actions.filter(([may]) => may).map(([, label, to]) => ({ id: `action-${label}`, group: 'Actions', label, to }))
}

function find(page: string, text: string): string {
  return `${page}?${new URLSearchParams({ find: text }).toString()}`
}

/** The items of the account. */
export function listThings({ gateways, domains, members, active }: Account): Entry[] {
  return [
    ...gateways.map(({ id, name, subdomain, agentLostAt }): Entry => ({
      id,
      group: 'Gateways',
      label: name,
      detail: subdomain,
      lostAt: agentLostAt,
      to: find(webPaths.gateways, subdomain),
    })),
    ...domains.map(({ id, domain, status }): Entry => ({
      id,
      group: 'Domains',
      label: domain,
      detail: status,
      to: find(webPaths.domains, domain),
    })),
    ...active.nodes.map((agent): Entry => ({
      id: agent.id,
      group: 'Agents',
      label: getAgentName(agent),
      detail: agent.assignedDomain,
      lostAt: agent.lostAt,
      to: find(webPaths.agents, agent.assignedDomain),
    })),
    ...members.map((member): Entry => ({
      id: member.id,
      group: 'People',
      label: getMemberName(member),
      detail: getMemberAddress(member),
      to: find(webPaths.team, getMemberAddress(member)),
    })),
  ]
}
