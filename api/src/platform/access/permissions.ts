import type { ApiKeyScope, Role } from '../../generated/schema.ts'

const everyMember = ['super_admin', 'admin', 'viewer'] as const satisfies readonly Role[]
const owners = ['super_admin'] as const satisfies readonly Role[]
const managers = ['super_admin', 'admin'] as const satisfies readonly Role[]

interface Permission {
  /** Who may do it in an account. */
  roles: readonly Role[]
  /** Whether an AuthID of such a member may do it too; otherwise a signed-in user is required. */
  withAuthToken: boolean
  /** The scopes that let an API key of the account do it, any one of them. Without any, no key may. */
  scopes?: readonly ApiKeyScope[]
}

/** Every action on an account, and who may take it. `viewerCan…` fields and services read the same table. */
export const permissions = {
  /** Needed to reach the account at all; each way of reading it is another action. */
  openAccount: { roles: everyMember, withAuthToken: false, scopes: ['READ_ACCOUNT', 'READ_USAGE'] },
  viewAccount: { roles: everyMember, withAuthToken: false, scopes: ['READ_ACCOUNT'] },
  viewUsage: { roles: everyMember, withAuthToken: false, scopes: ['READ_USAGE'] },
  manageOwnAuthToken: { roles: everyMember, withAuthToken: false },
  runOwnAgents: { roles: everyMember, withAuthToken: true },
  stopAnyAgent: { roles: managers, withAuthToken: false },
  viewAuditLog: { roles: managers, withAuthToken: false },
  manageGateways: { roles: managers, withAuthToken: false },
  manageMembers: { roles: managers, withAuthToken: false },
  leaveAccount: { roles: everyMember, withAuthToken: false },
  transferOwnership: { roles: owners, withAuthToken: false },
  updateAccount: { roles: owners, withAuthToken: false },
  exportAccount: { roles: owners, withAuthToken: false },
  deleteAccount: { roles: owners, withAuthToken: false },
  manageDomains: { roles: managers, withAuthToken: false },
  manageIpRestrictions: { roles: managers, withAuthToken: false },
  viewInvoices: { roles: managers, withAuthToken: false },
  changePlan: { roles: owners, withAuthToken: false },
  payInvoices: { roles: owners, withAuthToken: false },
  manageApiKeys: { roles: managers, withAuthToken: false },
} as const satisfies Record<string, Permission>

export type Action = keyof typeof permissions

/** Actions that an API key may take if it has the scope. */
export type ScopedAction = {
  [A in Action]: (typeof permissions)[A] extends { scopes: readonly ApiKeyScope[] } ? A : never
}[Action]

/** The scopes that let an API key take the action; any one is enough. Empty when none does. */
export function listScopes(action: Action): readonly ApiKeyScope[] {
  const permission: Permission = permissions[action]
  return permission.scopes ?? []
}

/** Whether a role allows an action. */
export function roleAllows(role: Role, action: Action): boolean {
  const roles: readonly Role[] = permissions[action].roles
  return roles.includes(role)
}
