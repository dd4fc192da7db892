export interface IpRestrictionTable {
  id: string
  accountId: string
  /** As it was given, in lowercase. */
  ipAddress: string
  /** The same in one form for all ways to write it; unique among an account's live restrictions. */
  network: string
  description: string | null
  createdAt: Date
  deletedAt: Date | null
}

/** The one row that holds the greatest version given out. */
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
