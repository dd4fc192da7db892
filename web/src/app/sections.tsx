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
  IconSettings,
  IconStart,
  IconTeam,
  IconTransfer,
  type Icon,
} from '../ui/icons.ts'

interface SectionLink {
  label: string
  to: string
  icon: Icon
  badge?: ReactNode
  /** Whether the viewer may see the screen; left out where everybody may. */
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
      { label: 'Getting Started', to: webPaths.gettingStarted, icon: IconStart },
      { label: 'Gateway', to: webPaths.gateways, icon: IconGateway },
      { label: 'Domains', to: webPaths.domains, icon: IconDomain },
      { label: 'Agents', to: webPaths.agents, icon: IconConnected },
      { label: 'Settings', to: webPaths.settings, icon: IconSettings },
    ],
  },
  {
    title: 'Security',
    links: [
      { label: 'AuthID', to: webPaths.authId, icon: IconKey },
      { label: 'Identity & Access', to: webPaths.team, icon: IconTeam, badge: <InviteBadge /> },
      { label: 'IP Restrictions', to: webPaths.ipRestrictions, icon: IconBlock },
      { label: 'API Keys', to: webPaths.identity, icon: IconApiKey },
      {
        label: 'Audit Log',
        to: webPaths.auditLog,
        icon: IconAudit,
        isFor: (account) => account.viewerCanSeeAuditLog,
      },
    ],
  },
  {
    title: 'Analytics & Monitoring',
    links: [
      { label: 'Billing', to: webPaths.billing, icon: IconBilling },
      { label: 'Network Transfer', to: webPaths.networkTransfer, icon: IconTransfer },
    ],
  },
]
