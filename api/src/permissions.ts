import type { Role } from './generated/schema.ts'

const everyMember = ['super_admin', 'admin', 'viewer'] as const satisfies readonly Role[]
const managers = ['super_admin', 'admin'] as const satisfies readonly Role[]

interface Permission {
  /** Who may do it in an account. */
  roles: readonly Role[]
  /** Whether an AuthID of such a member may do it too; otherwise it takes a signed-in user. */
  withAuthToken: boolean
}

/** Every action on an account, and who may take it. `viewerCan…` fields and services read the same table. */
export const permissions = {
  viewAccount: { roles: everyMember, withAuthToken: false },
  manageOwnAuthToken: { roles: everyMember, withAuthToken: false },
  runOwnAgents: { roles: everyMember, withAuthToken: true },
  stopAnyAgent: { roles: managers, withAuthToken: false },
  manageGateways: { roles: managers, withAuthToken: false },
} as const satisfies Record<string, Permission>

export type Action = keyof typeof permissions

/** Whether a role allows an action. */
export function roleAllows(role: Role, action: Action): boolean {
  const roles: readonly Role[] = permissions[action].roles
  return roles.includes(role)
}
