import type { ApiKeyScope, Role } from '../../generated/schema.ts'
import { apiKeyScopes } from './api-keys.ts'

const everyMember = ['super_admin', 'admin', 'viewer'] as const satisfies readonly Role[]
const owners = ['super_admin'] as const satisfies readonly Role[]
const managers = ['super_admin', 'admin'] as const satisfies readonly Role[]

interface Permission {
  /** The roles that may do it in an account. */
  roles: readonly Role[]
  /** Whether an AuthID of such a member may do it too; otherwise a signed-in user is required. */
  withAuthToken: boolean
  /** Whether it takes no second factor if the account requires one. */
  withoutSecondFactor?: boolean
  /** Whether it works while the account is suspended. */
  whileSuspended?: boolean
  /** The scopes that let an API key of the account do it, any one of them. Without any, no key may. */
  scopes?: readonly ApiKeyScope[]
  /** Whether an API key that is limited to gateways may do it to the account as a whole: it shows nothing of any gateway. */
  withoutGateway?: boolean
}

/** Every action on an account, and who may take it. `viewerCan…` fields and services read the same table. */
export const permissions = {
  /** Needed to reach the account at all; each way of reading it is another action. */
  openAccount: {
    roles: everyMember,
    withAuthToken: false,
    scopes: apiKeyScopes,
    withoutGateway: true,
    whileSuspended: true,
  },
  viewAccount: { roles: everyMember, withAuthToken: false, scopes: ['READ_ACCOUNT'], whileSuspended: true },
  /** Errors of visitors, and checks of connections, which send requests. */
  diagnoseTunnels: { roles: everyMember, withAuthToken: false, whileSuspended: true },
  viewUsage: { roles: everyMember, withAuthToken: false, scopes: ['READ_USAGE'], whileSuspended: true },
  viewRequests: { roles: everyMember, withAuthToken: false, scopes: ['READ_REQUESTS'], whileSuspended: true },
  /** A replay reaches an app past the restrictions that are for visitors. */
  replayRequests: { roles: managers, withAuthToken: false, scopes: ['REPLAY_REQUESTS'] },
  shareRequests: { roles: everyMember, withAuthToken: false },
  endAnyRequestShare: { roles: managers, withAuthToken: false },
  manageOwnAuthToken: { roles: everyMember, withAuthToken: false },
  runOwnAgents: { roles: everyMember, withAuthToken: true },
  stopAnyAgent: { roles: managers, withAuthToken: false, scopes: ['MANAGE_AGENTS'] },
  viewAuditLog: { roles: managers, withAuthToken: false, whileSuspended: true },
  manageGateways: { roles: managers, withAuthToken: false, scopes: ['MANAGE_GATEWAYS'] },
  manageMembers: { roles: managers, withAuthToken: false, scopes: ['MANAGE_MEMBERS'] },
  leaveAccount: { roles: everyMember, withAuthToken: false, withoutSecondFactor: true, whileSuspended: true },
  transferOwnership: { roles: owners, withAuthToken: false },
  updateAccount: { roles: owners, withAuthToken: false },
  exportAccount: { roles: owners, withAuthToken: false, whileSuspended: true },
  deleteAccount: { roles: owners, withAuthToken: false, whileSuspended: true },
  manageDomains: { roles: managers, withAuthToken: false, scopes: ['MANAGE_DOMAINS'] },
  manageSingleSignOn: { roles: owners, withAuthToken: false },
  manageRequestRecording: { roles: managers, withAuthToken: false },
  manageIpRestrictions: { roles: managers, withAuthToken: false },
  viewWebhooks: { roles: managers, withAuthToken: false, whileSuspended: true },
  manageWebhooks: { roles: managers, withAuthToken: false },
  viewInvoices: { roles: managers, withAuthToken: false, whileSuspended: true },
  changePlan: { roles: owners, withAuthToken: false },
  payInvoices: { roles: owners, withAuthToken: false },
  viewApiKeys: { roles: managers, withAuthToken: false, whileSuspended: true },
  viewAgentTokens: { roles: managers, withAuthToken: false, scopes: ['CREATE_AGENT_TOKENS'], whileSuspended: true },
  viewTrusts: { roles: managers, withAuthToken: false, whileSuspended: true },
  manageTrusts: { roles: managers, withAuthToken: false },
  manageAgentTokens: { roles: managers, withAuthToken: false, scopes: ['CREATE_AGENT_TOKENS'] },
  manageApiKeys: { roles: managers, withAuthToken: false },
} as const satisfies Record<string, Permission>

export type Action = keyof typeof permissions

/** Actions that an API key may take if it has the scope. */
export type ScopedAction = {
  [A in Action]: (typeof permissions)[A] extends { scopes: readonly ApiKeyScope[] } ? A : never
}[Action]

/** Returns the scopes that let an API key take the action; any one is enough. Empty when none does. */
export function listScopes(action: Action): readonly ApiKeyScope[] {
  const permission: Permission = permissions[action]
  return permission.scopes ?? []
}

/** Reports whether an API key that is limited to gateways may take an action without naming one of them. */
export function worksWithoutGateway(action: Action): boolean {
  const permission: Permission = permissions[action]
  return permission.withoutGateway === true
}

/** Reports whether the account's requirement of a second factor holds for an action. */
export function requiresAssurance(action: Action): boolean {
  const permission: Permission = permissions[action]
  return permission.withoutSecondFactor !== true
}

/** Reports whether an action still works while the account is suspended. */
export function worksSuspended(action: Action): boolean {
  const permission: Permission = permissions[action]
  return permission.whileSuspended === true
}

/** Reports whether a role allows an action. */
export function roleAllows(role: Role, action: Action): boolean {
  const roles: readonly Role[] = permissions[action].roles
  return roles.includes(role)
}
