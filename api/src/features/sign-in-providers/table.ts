import type { Role, SignInProviderKind } from '../../generated/schema.ts'

/** A provider by which people sign in, as the operator set it up. */
export interface SignInProviderTable {
  /** A short name that the operator chose. */
  id: string
  kind: SignInProviderKind
  /** Its label on buttons. */
  label: string
  /** The issuer's identifier (OpenID Connect Discovery 1.0, section 3); of GITHUB, the address of the server. */
  issuer: string
  clientId: string
  /** The client's secret, sealed; null for a public client. */
  sealedSecret: string | null
  /** Only people with a proven address of one of these domains can sign in with it; empty: everyone. */
  allowedDomains: string[]
  /** Whether people who are not users yet can sign up with it. */
  createsUsers: boolean
  createdAt: Date
  updatedAt: Date
}

/** Single sign-on for an account's domain. It exists only while the domain is verified. */
export interface SingleSignOnTable {
  domainId: string
  accountId: string
  /** That of `domainId`; unique. */
  domain: string
  providerId: string
  /** The role of new members. */
  role: Exclude<Role, 'super_admin'>
  createdAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    signInProviders: SignInProviderTable
    singleSignOns: SingleSignOnTable
  }
}
