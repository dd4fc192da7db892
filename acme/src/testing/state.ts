import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import type { AcmeAuthorization, AcmeChallenge, AcmeOrder } from '../order.ts'
import type { Identifier } from '../values.ts'
import type { IssuedCertificate } from './issuer.ts'
import type { Refusal } from './refusal.ts'

export interface Account {
  id: string
  key: JWK
  /** Of the key; an account is found by it. */
  thumbprint: string
  contacts: string[]
  status: 'valid' | 'deactivated'
}

export interface Order {
  id: string
  account: Account
  status: AcmeOrder['status']
  expires: Date
  identifiers: Identifier[]
  profile: string
  replaces: string | undefined
  authorizations: Authorization[]
  error: Refusal | undefined
  certificate: Certificate | undefined
  /** How many more times it is read as `processing`. */
  pollsLeft: number
}

export interface Authorization {
  id: string
  account: Account
  status: AcmeAuthorization['status']
  expires: Date
  /** Without `*.`. */
  identifier: Identifier
  isWildcard: boolean
  challenges: Challenge[]
}

export interface Challenge {
  id: string
  type: string
  token: string
  status: AcmeChallenge['status']
  validated: Date | undefined
  error: Refusal | undefined
}

export interface Certificate extends IssuedCertificate {
  urlId: string
  account: Account
  isRevoked: boolean
}

/** The authority's state. */
export class State {
  readonly accounts = new Map<string, Account>()
  readonly orders = new Map<string, Order>()
  readonly authorizations = new Map<string, Authorization>()
  readonly challenges = new Map<string, { challenge: Challenge; authorization: Authorization }>()
  readonly certificates = new Map<string, Certificate>()

  findAccount(thumbprint: string): Account | undefined {
    return [...this.accounts.values()].find((account) => account.thumbprint === thumbprint)
  }

  findCertificate(id: string): Certificate | undefined {
    return [...this.certificates.values()].find((certificate) => certificate.id === id)
  }

  /** Updates the status of orders and authorizations to the current time. */
  settle(now: Date): void {
    for (const authorization of this.authorizations.values()) {
      const isOpen = authorization.status === 'pending' || authorization.status === 'valid'
      if (isOpen && authorization.expires <= now) authorization.status = 'expired'
    }
    for (const order of this.orders.values()) {
      if (order.status !== 'pending' && order.status !== 'ready') continue
      const statuses = order.authorizations.map(({ status }) => status)
      if (order.expires <= now || statuses.some((status) => status !== 'pending' && status !== 'valid')) {
        order.status = 'invalid'
      } else if (statuses.every((status) => status === 'valid')) {
        order.status = 'ready'
      }
    }
  }
}

export function newId(): string {
  return randomBytes(16).toString('base64url')
}

export function addDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * 24 * 60 * 60 * 1_000)
}
