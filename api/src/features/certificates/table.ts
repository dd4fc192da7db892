import type { ColumnType, Generated } from 'kysely'

/** How a name is proven in the order under way. */
export type Challenge = { url: string } & (
  | { kind: 'http-01'; token: string; keyAuthorization: string }
  | { kind: 'tls-alpn-01'; chain: string; key: string }
  | { kind: 'dns-01'; record: string; value: string }
)

/** A name that has, or is to have, a certificate of its own. */
export interface CertificateTable {
  id: string
  /** A hostname or a wildcard, lowercase; unique. */
  name: string
  /** The owner of the name; null for the installation's own names. */
  accountId: string | null
  createdAt: Date
  /** The certificate that is served, and its chain, in PEM; null before the first. */
  chain: string | null
  /** Its private key in PEM, sealed. */
  sealedKey: string | null
  /** The directory of the authority that issued it. */
  authority: string | null
  issuedAt: Date | null
  expiresAt: Date | null
  renewsAt: Date | null
  /** When the authority is asked next whether it wants an earlier renewal; null if it does not report that. */
  informationDueAt: Date | null
  /** When the next attempt is due after one that failed, or after the name was added; null when none is. */
  nextAttemptAt: Date | null
  /** Failed attempts in a row. */
  failures: Generated<number>
  /** How many of these were the authority's fault, not the name's. */
  authorityFailures: Generated<number>
  lastError: string | null
  advice: string | null
  /** The expiry that a mail has warned of. */
  warnedFor: Date | null
  /** The lease of the process that works on it, and when it ends; null while none does. */
  leaseId: string | null
  leaseEndsAt: Date | null
  /** The order under way. */
  orderedAt: Date | null
  orderAuthority: string | null
  orderUrl: string | null
  /** The private key of the certificate that is ordered, sealed. */
  orderKey: string | null
  challenge: ColumnType<Challenge | null, string | null, string | null>
  /** The version with which edges show it; null while it is shown in DNS. */
  challengeVersion: number | null
  /** Since when the challenge can be validated. */
  shownAt: Date | null
  /** When the authority was told to validate it. */
  answeredAt: Date | null
}

/** Orders, which count against an authority's limits. */
export interface CertificateOrderTable {
  id: string
  accountId: string | null
  registeredDomain: string
  isRenewal: boolean
  orderedAt: Date
}

/** The installation's account at an authority. */
export interface AcmeAccountTable {
  /** Its directory. */
  authority: string
  /** The account's key as JWK, sealed. */
  sealedKey: string
  /** Null until the authority has opened it. */
  url: string | null
  createdAt: Date
  /** Until when the authority wants to be left alone, and why. */
  pausedUntil: Date | null
  pauseReason: string | null
}

/** The version of the last change; one row. */
export interface CertificateCounterTable {
  id: number
  version: number
}

/** The version of a name's last change. */
export interface CertificateVersionTable {
  name: string
  version: number
}

/** The version that an edge has reached. */
export interface CertificateFollowerTable {
  edgeId: string
  version: number
  seenAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    certificates: CertificateTable
    certificateOrders: CertificateOrderTable
    acmeAccounts: AcmeAccountTable
    certificateCounter: CertificateCounterTable
    certificateVersions: CertificateVersionTable
    certificateFollowers: CertificateFollowerTable
  }
}
