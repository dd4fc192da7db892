import { webPaths } from '@culvert/schema/web-paths'
import type { ReactNode } from 'react'
import type { Membership } from '../features/accounts/membership.ts'
import { InviteBadge } from '../features/team/InviteBadge.tsx'
import {
  IconApiKey,
  IconAudit,
  IconBilling,
  IconBlock,
  IconConnected,
  IconDomain,
  IconGateway,
  IconKey,
  IconMetrics,
  IconRate,
  IconRequests,
  IconSettings,
  IconStart,
  IconTeam,
  IconTransfer,
  type Icon,
} from '../ui/icons.ts'

export interface SectionLink {
  label: string
  /** Other names that people use and search for. */
  alias?: string
  to: string
  icon: Icon
  /** The letter that opens it after `g`. */
  goKey: string
  badge?: ReactNode
  /** Reports whether the viewer may see the screen; omitted if everyone may. */
  isFor?: (account: Membership['account']) => boolean
}

interface Section {
  title: string
  links: SectionLink[]
}

/** The screens of the admin area, in the order of the sidebar. */
export const sections: Section[] = [
  {
    title: 'Main Features',
    links: [
      { label: 'Getting Started', to: webPaths.gettingStarted, icon: IconStart, goKey: 's' },
      { label: 'Gateway', to: webPaths.gateways, icon: IconGateway, goKey: 'g' },
      { label: 'Domains', to: webPaths.domains, icon: IconDomain, goKey: 'd' },
      { label: 'Agents', to: webPaths.agents, icon: IconConnected, goKey: 'a' },
      { label: 'Settings', to: webPaths.settings, icon: IconSettings, goKey: 'e' },
    ],
  },
  {
    title: 'Security',
    links: [
      { label: 'AuthID', alias: 'CLI token', to: webPaths.authId, icon: IconKey, goKey: 'i' },
      {
        label: 'Identity & Access',
        alias: 'Team',
        to: webPaths.team,
        icon: IconTeam,
        goKey: 't',
        badge: <InviteBadge />,
      },
      { label: 'IP Restrictions', to: webPaths.ipRestrictions, icon: IconBlock, goKey: 'p' },
      { label: 'API Keys', alias: 'Identity Management', to: webPaths.identity, icon: IconApiKey, goKey: 'k' },
      {
        label: 'Audit Log',
        to: webPaths.auditLog,
        icon: IconAudit,
        goKey: 'l',
        isFor: (account) => account.viewerCanSeeAuditLog,
      },
    ],
  },
  {
    title: 'Analytics & Monitoring',
    links: [
      { label: 'Requests', to: webPaths.requests, icon: IconRequests, goKey: 'r' },
      { label: 'Billing', to: webPaths.billing, icon: IconBilling, goKey: 'b' },
      { label: 'Network Transfer', to: webPaths.networkTransfer, icon: IconTransfer, goKey: 'n' },
      { label: 'Gateway Metrics', to: webPaths.gatewayMetrics, icon: IconMetrics, goKey: 'm' },
      { label: 'Rate Limits', to: webPaths.rateLimits, icon: IconRate, goKey: 'x' },
    ],
  },
]

/** The screens that the viewer may see, whatever their section. */
export function listLinks(account: Membership['account']): SectionLink[] {
  return sections.flatMap(({ links }) => links.filter(({ isFor }) => !isFor || isFor(account)))
}
