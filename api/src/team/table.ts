import type { InviteStatus } from '../generated/schema.ts'
import type { MemberRole } from './rules.ts'

export interface TeamInviteTable {
  id: string
  accountId: string
  /** Lowercase. One pending invitation for each account and address. */
  email: string
  role: MemberRole
  /** The user who invited; null when that user was removed. */
  invitedBy: string | null
  /**
   * The secret of the link, as it is: members who may invite can copy the link again for as long as the invitation
   * waits. It opens nothing alone, because accepting also takes a session of the user with the invited address.
   */
  token: string
  /** A pending invitation past its date counts as expired. */
  status: InviteStatus
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
}
