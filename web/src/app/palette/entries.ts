import { webPaths } from '@culvert/schema/web-paths'
import type { ResultOf } from '@graphql-typed-document-node/core'
import type { Membership } from '../../features/accounts/membership.ts'
import { getAgentName } from '../../features/agents/agent-name.ts'
import { listLinks } from '../sections.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { getMemberAddress, getMemberName } from '../../features/team/member.ts'
import type { PageAction } from '../../ui/page-actions.ts'
import {
  IconArrowRight,
  IconBilling,
  IconConnected,
  IconDevice,
  IconDocs,
  IconDomain,
  IconGateway,
  IconKey,
  IconLock,
  IconMoon,
  IconPlus,
  IconSelector,
  IconSignOut,
  IconSun,
  IconTerminal,
  IconUser,
  type Icon,
} from '../../ui/icons.ts'

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
  group: 'Actions' | 'Pages' | 'Gateways' | 'Domains' | 'Agents' | 'People' | 'Accounts' | 'Theme'
  icon: Icon
  label: string
  /** Distinguishes it from others of the same name. */
  detail?: string
  /** When its agent was lost; null while it is connected. */
  lostAt?: string | null
  /** The keys that do the same. */
  keys?: readonly string[]
  /** Its path; in the group `Accounts`, the id of the account to switch to; or what the open page does. */
  to: string | (() => void)
}

type Account = ResultOf<typeof paletteQuery>['account']

/** People type another letter rather than read more entries than this. */
const shownMax = 30

/**
 * Returns the entries that contain every word of a query, by group. The group of the best match comes first, and within each group
 * the entries whose label begins with the query.
 */
export function findEntries(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = entries.filter(({ label, detail, group }) => {
    const text = `${label} ${detail ?? ''} ${group}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const startsWithQuery = ({ label }: Entry) => label.toLowerCase().startsWith(words[0] ?? '')
  const best = [...found.filter(startsWithQuery), ...found.filter((entry) => !startsWithQuery(entry))]
  return [...Map.groupBy(best.slice(0, shownMax), ({ group }) => group).values()].flat()
}

/** The pages of the dashboard that the viewer may see. */
export function listPages(account: Membership['account']): Entry[] {
  const others = [
    { label: 'Connect a Machine', to: webPaths.connect, icon: IconTerminal },
    { label: 'Your Profile', to: webPaths.profile, icon: IconUser },
    { label: 'Documentation', to: webPaths.docs, icon: IconDocs },
  ]
  const links = listLinks(account).map(({ label, alias, to, icon, goKey }) => ({
    label,
    detail: alias,
    to,
    icon,
    keys: ['g', goKey],
  }))
  return [...links, ...others].map((page) => ({ id: page.to, group: 'Pages', ...page }))
}

/** The viewer's other accounts. */
export function listAccounts(memberships: readonly Membership[], shownId: string): Entry[] {
  return memberships
    .filter(({ account }) => account.id !== shownId)
    .map(({ account: { id, name, namespace } }) => ({
      id: `account-${id}`,
      group: 'Accounts',
      icon: IconSelector,
      label: `Switch to ${name}`,
      detail: `@${namespace}`,
      to: id,
    }))
}

/** Lists the actions of the open page. */
export function listPageActions(actions: readonly PageAction[]): Entry[] {
  return actions.map(({ label, detail, run }) => ({
    id: `page-${label}`,
    group: 'Actions',
    icon: IconArrowRight,
    label,
    detail,
    to: run,
  }))
}

const colorSchemes = [
  { scheme: 'light', label: 'Light theme', icon: IconSun },
  { scheme: 'dark', label: 'Dark theme', icon: IconMoon },
  { scheme: 'auto', label: 'System theme', icon: IconDevice },
] as const
type ColorScheme = (typeof colorSchemes)[number]['scheme']

/** The themes to choose from. */
export function listThemes(chosen: ColorScheme, choose: (scheme: ColorScheme) => void): Entry[] {
  return colorSchemes.map(({ scheme, label, icon }) => ({
    id: `theme-${scheme}`,
    group: 'Theme',
    icon,
    label,
    detail: scheme === chosen ? 'In use' : undefined,
    to: () => choose(scheme),
  }))
}

/** Returns the actions that the API allows the viewer. */
export function listActions(account: Account, canManageApiKeys: boolean): Entry[] {
  const actions: [may: boolean, label: string, to: string, icon: Icon][] = [
    [account.viewerCanCreateGateway.allowed, 'Create Gateway', `${webPaths.gateways}?new=true`, IconPlus],
    [account.viewerCanAddDomain.allowed, 'Add Domain', webPaths.domains, IconPlus],
    [account.viewerCanInviteMember.allowed, 'Invite Member', `${webPaths.team}?new=true`, IconPlus],
    [account.viewerCanAddIpRestriction.allowed, 'Add IP Restriction', webPaths.ipRestrictions, IconPlus],
    [canManageApiKeys, 'Create API Key', `${webPaths.identity}?new=true`, IconPlus],
    [account.viewerCanChangePlan, 'Change Plan', webPaths.billing, IconBilling],
    [true, 'Show AuthID', webPaths.authId, IconKey],
    [true, 'Change Password', webPaths.profile, IconLock],
    [true, 'Sign Out', webPaths.logout, IconSignOut],
  ]
  return actions
    .filter(([may]) => may)
    .map(([, label, to, icon]) => ({ id: `action-${label}`, group: 'Actions', icon, label, to }))
}

function find(page: string, text: string): string {
  return `${page}?${new URLSearchParams({ find: text }).toString()}`
}

/** The items of the account. */
export function listResources({ gateways, domains, members, active }: Account): Entry[] {
  return [
    ...gateways.map(({ id, name, subdomain, agentLostAt }): Entry => ({
      id,
      group: 'Gateways',
      icon: IconGateway,
      label: name,
      detail: subdomain,
      lostAt: agentLostAt,
      to: `${webPaths.gateways}/${id}`,
    })),
    ...domains.map(({ id, domain, status }): Entry => ({
      id,
      group: 'Domains',
      icon: IconDomain,
      label: domain,
      detail: status,
      to: find(webPaths.domains, domain),
    })),
    ...active.nodes.map((agent): Entry => ({
      id: agent.id,
      group: 'Agents',
      icon: IconConnected,
      label: getAgentName(agent),
      detail: agent.assignedDomain,
      lostAt: agent.lostAt,
      to: `${webPaths.agents}/${agent.id}`,
    })),
    ...members.map((member): Entry => ({
      id: member.id,
      group: 'People',
      icon: IconUser,
      label: getMemberName(member),
      detail: getMemberAddress(member),
      to: find(webPaths.team, getMemberAddress(member)),
    })),
  ]
}
