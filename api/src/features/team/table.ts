import type { Generated } from 'kysely'
import type { InviteStatus, Role } from '../../generated/schema.ts'

export interface TeamInviteTable {
  id: string
  accountId: string
  /** Lowercase. One pending invitation for each account and address. */
  email: string
  role: MemberRole
  /** The user who invited; null when that user was removed, or an API key invited. */
  invitedBy: string | null
  /**
   * The secret of the link, unhashed: members who may invite can copy the link again for as long as the invitation
   * waits. It opens nothing on its own, because accepting also takes a session of the user with the invited address.
   */
  token: string
  /**
   * SHA-256, in hex, of the secret that only the mail contains: it proves that somebody has read the mail, which no member of the account
   * can feign. Null for invitations from before it existed.
   */
  mailTokenHash: Generated<string | null>
  /** A pending invitation past its date counts as expired. */
  status: InviteStatus
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
}

/** The columns that the API reads of an invitation: nothing of its mail's secret. */
export const inviteColumns = [
  'id',
  'accountId',
  'email',
  'role',
  'invitedBy',
  'token',
  'status',
  'expiresAt',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof TeamInviteTable)[]

declare module '../../platform/db/tables.ts' {
  interface Tables {
    teamInvites: TeamInviteTable
  }
}

/** The roles that can be given. A super_admin is made by handing over the account. */
export type MemberRole = Extract<Role, 'viewer' | 'admin'>
