/** Copies of what requests held, for the members of an account, until they expire. */
export interface RequestShareTable {
  accountId: string
  requestId: string
  /** The user who shared it. */
  sharedBy: string
  sharedAt: Date
  expiresAt: Date
  /** The request and its content as JSON, sealed. */
  sealedCopy: string
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    requestShares: RequestShareTable
  }
}
