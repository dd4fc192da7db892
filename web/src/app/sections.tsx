import type { ReactNode } from 'react'
import type { Membership } from '../accounts/ActiveAccount.tsx'
import { InviteBadge } from '../team/InviteBadge.tsx'
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
  /** Left out for those who may not see the screen. */
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
      { label: 'Getting Started', to: '/admin/getting-started', icon: IconStart },
      { label: 'Gateway', to: '/admin/gateway', icon: IconGateway },
      { label: 'Domains', to: '/admin/domains', icon: IconDomain },
      { label: 'Agents', to: '/admin/agents', icon: IconConnected },
      { label: 'Settings', to: '/admin/settings', icon: IconSettings },
    ],
  },
  {
    title: 'Security',
    links: [
      { label: 'AuthID', to: '/admin/auth-id', icon: IconKey },
      { label: 'Identity & Access', to: '/admin/team', icon: IconTeam, badge: <InviteBadge /> },
      { label: 'IP Restrictions', to: '/admin/ip-restrictions', icon: IconBlock },
      { label: 'API Keys', to: '/admin/identity', icon: IconApiKey },
      {
        label: 'Audit Log',
        to: '/admin/audit-log',
        icon: IconAudit,
        isFor: (account) => account.viewerCanSeeAuditLog,
      },
    ],
  },
  {
    title: 'Analytics & Monitoring',
    links: [
      { label: 'Billing', to: '/admin/billing', icon: IconBilling },
      { label: 'Network Transfer', to: '/admin/network-transfer', icon: IconTransfer },
    ],
  },
]
