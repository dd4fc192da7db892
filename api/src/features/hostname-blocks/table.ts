export interface HostnameBlockTable {
  hostname: string
  /** Why, in the operator's words, which visitors read. */
  reason: string
  blockedAt: Date
}

/** The one row with the version of the last change. */
export interface HostnameBlockCounterTable {
  id: number
  version: number
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    hostnameBlocks: HostnameBlockTable
    hostnameBlockCounter: HostnameBlockCounterTable
  }
}
