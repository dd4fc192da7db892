import type { TicketLimits } from '@culvert/schema/tokens'
import type { RateLimit, ReportRatesInput } from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { badInput } from '../../ground/errors.ts'

/** An account's use of its limits. */
export interface AccountUse {
  requestsPerMinute: number
  openRequests: number
}

/** An account's use of its limits on all edges that share them, or on another edge where it is higher, and today's peak. */
export interface AccountRates extends AccountUse {
  requestsPerMinutePeak: number
  openRequestsPeak: number
}

/** Edges report figures above zero every 5 s: an older figure belongs to an edge that is gone. */
const figureAgeMs = 15_000

/** Returns the instant since which a figure must have been reported to be current. */
export function reportedSince(now: Date): Date {
  return addMs(now, -figureAgeMs)
}

/** Returns the instant before which figures are not needed: peaks are shown for a day. */
export function forgottenBefore(now: Date): Date {
  return addMs(now, -2 * dayMs)
}

const accountsMax = 1_000

/** Validates an edge's report. */
export function checkRatesReport({ edgeId, accounts }: ReportRatesInput): void {
  if (!/^[\w-]{1,100}$/.test(edgeId)) throw badInput('edgeId', 'edgeId must be a UUID')
  if (accounts.length > accountsMax) {
    throw badInput('accounts', `A report has at most ${accountsMax} accounts, not ${accounts.length}`)
  }
}

/** Adds to an edge's peaks what the account uses at the same time on the edges that share its limits. */
export function addOthers<Figures extends AccountRates>(figures: Figures, others: AccountUse | undefined): Figures {
  return {
    ...figures,
    requestsPerMinutePeak: figures.requestsPerMinutePeak + (others?.requestsPerMinute ?? 0),
    openRequestsPeak: figures.openRequestsPeak + (others?.openRequests ?? 0),
  }
}

/** Joins limits and figures. */
export function describeRateLimits(limits: TicketLimits, rates: AccountRates | undefined): RateLimit[] {
  return [
    {
      name: 'REQUESTS_PER_MINUTE',
      limit: limits.requestsPerMinute,
      burst: limits.requestBurst,
      current: rates?.requestsPerMinute ?? 0,
      peak: rates?.requestsPerMinutePeak ?? 0,
    },
    {
      name: 'OPEN_REQUESTS',
      limit: limits.openRequests,
      burst: null,
      current: rates?.openRequests ?? 0,
      peak: rates?.openRequestsPeak ?? 0,
    },
  ]
}
