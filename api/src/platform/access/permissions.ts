import type { ApiKeyScope, Role } from '../../generated/schema.ts'
import { apiKeyScopes } from './api-keys.ts'

const everyMember = ['super_admin', 'admin', 'viewer'] as const satisfies readonly Role[]
const owners = ['super_admin'] as const satisfies readonly Role[]
const managers = ['super_admin', 'admin'] as const satisfies readonly Role[]

interface Permission {
  /** The roles that may do it in an account. */
  roles: readonly Role[]
  /** Whether an AuthID of such a member may do it too; otherwise a signed-in user is required. */
  withAuthToken?: boolean
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
const table = {
  /** Needed to reach the account at all; each way of reading it is another action. */
  openAccount: { roles: everyMember, scopes: apiKeyScopes, withoutGateway: true, whileSuspended: true },
  viewAccount: { roles: everyMember, scopes: ['READ_ACCOUNT'], whileSuspended: true },
  /** Errors of visitors, and checks of connections, which send requests. */
  diagnoseTunnels: { roles: everyMember, whileSuspended: true },
  viewUsage: { roles: everyMember, scopes: ['READ_USAGE'], whileSuspended: true },
  viewRequests: { roles: everyMember, scopes: ['READ_REQUESTS'], whileSuspended: true },
  /** A replay reaches an app past the restrictions that are for visitors. */
  replayRequests: { roles: managers, scopes: ['REPLAY_REQUESTS'] },
  shareRequests: { roles: everyMember },
  endAnyRequestShare: { roles: managers },
  manageOwnAuthToken: { roles: everyMember },
  runOwnAgents: { roles: everyMember, withAuthToken: true },
  stopAnyAgent: { roles: managers, scopes: ['MANAGE_AGENTS'] },
  viewAuditLog: { roles: managers, whileSuspended: true },
  manageGateways: { roles: managers, scopes: ['MANAGE_GATEWAYS'] },
  manageMembers: { roles: managers, scopes: ['MANAGE_MEMBERS'] },
  leaveAccount: { roles: everyMember, withoutSecondFactor: true, whileSuspended: true },
  transferOwnership: { roles: owners },
  updateAccount: { roles: owners },
  exportAccount: { roles: owners, whileSuspended: true },
  deleteAccount: { roles: owners, whileSuspended: true },
  manageDomains: { roles: managers, scopes: ['MANAGE_DOMAINS'] },
  manageSingleSignOn: { roles: owners },
  manageRequestRecording: { roles: managers },
  manageIpRestrictions: { roles: managers },
  viewWebhooks: { roles: managers, whileSuspended: true },
  manageWebhooks: { roles: managers },
  viewInvoices: { roles: managers, whileSuspended: true },
  changePlan: { roles: owners },
  payInvoices: { roles: owners },
  viewApiKeys: { roles: managers, whileSuspended: true },
  viewAgentTokens: { roles: managers, scopes: ['CREATE_AGENT_TOKENS'], whileSuspended: true },
  viewTrusts: { roles: managers, whileSuspended: true },
  manageTrusts: { roles: managers },
  manageAgentTokens: { roles: managers, scopes: ['CREATE_AGENT_TOKENS'] },
  manageApiKeys: { roles: managers },
} as const satisfies Record<string, Permission>

export type Action = keyof typeof table

export const permissions: Record<Action, Permission> = table

/** Actions that an API key may take if it has the scope. */
export type ScopedAction = {
  [A in Action]: (typeof table)[A] extends { scopes: readonly ApiKeyScope[] } ? A : never
}[Action]

/** Returns the scopes that let an API key take the action; any one is enough. Empty when none does. */
export function listScopes(action: Action): readonly ApiKeyScope[] {
  return permissions[action].scopes ?? []
}

/** Reports whether an API key that is limited to gateways may take an action without naming one of them. */
export function worksWithoutGateway(action: Action): boolean {
  return permissions[action].withoutGateway === true
}

/** Reports whether the account's requirement of a second factor holds for an action. */
export function requiresAssurance(action: Action): boolean {
  return permissions[action].withoutSecondFactor !== true
}

/** Reports whether an action still works while the account is suspended. */
export function worksSuspended(action: Action): boolean {
  return permissions[action].whileSuspended === true
}

/** Reports whether a role allows an action. */
export function roleAllows(role: Role, action: Action): boolean {
  return permissions[action].roles.includes(role)
}
