import type { PlanType } from '../generated/schema.ts'

/** What the operator sells. A limit of -1 means unlimited. */
export interface PlanTable {
  id: string
  name: string
  type: PlanType
  /** USD; null when it is agreed with the operator. */
  priceMonthly: number | null
  /** Whether it is on offer. */
  isActive: boolean
  maxSubpoints: number
  maxDomains: number
  maxTeamMembers: number
  maxConcurrentAgents: number
  maxApiRequests: number
  maxDataOutGb: number
  maxAgentHoursMonthly: number
  maxIpRestrictions: number
  allowsNamespaceChange: boolean
}

/** Which plan an account had when; one active row for each account. */
export interface AccountPlanTable {
  id: string
  accountId: string
  planId: string
  isActive: boolean
  startsAt: Date
  endsAt: Date | null
  updatedAt: Date
}
