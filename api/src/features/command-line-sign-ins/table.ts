/** A sign-in that a command line requested. */
export interface CommandLineSignInTable {
  id: string
  /** SHA-256 in hex of the secret with which the program redeems it; the secret itself is not stored. */
  deviceCodeHash: string
  /** Eight characters, without the hyphen that people read. */
  userCode: string
  machineName: string
  /** The S256 challenge of RFC 7636; null without a loopback. */
  codeChallenge: string | null
  loopbackPort: number | null
  status: 'pending' | 'approved' | 'denied' | 'redeemed'
  requestedFrom: string
  /** What counts as one client: the address, or its /64 if it is an IPv6 one. */
  requestedNetwork: string
  createdAt: Date
  expiresAt: Date
  /** When the program last polled at an allowed time. */
  polledAt: Date | null
  /** The account for which the machine is to act; null until it is approved. */
  accountId: string | null
  /** The user who approved it. */
  userId: string | null
  /** The address of the browser in which it was approved. */
  approvedFrom: string | null
  /** SHA-256 in hex of the code that the browser carries to the loopback. */
  codeHash: string | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    commandLineSignIns: CommandLineSignInTable
  }
}
