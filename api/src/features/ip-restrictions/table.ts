export interface IpRestrictionTable {
  id: string
  accountId: string
  /** The text as it was given, in lowercase. */
  ipAddress: string
  /** The canonical form; unique among an account's live restrictions. */
  network: string
  description: string | null
  createdAt: Date
  deletedAt: Date | null
}

/** The one row with the greatest version given out. */
export interface RestrictionCounterTable {
  id: number
  version: number
}

/** The version of the last change of each account's restrictions. */
export interface RestrictionVersionTable {
  accountId: string
  version: number
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ipRestrictions: IpRestrictionTable
    restrictionCounter: RestrictionCounterTable
    restrictionVersions: RestrictionVersionTable
  }
}
