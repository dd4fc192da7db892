import type { PlanType } from '../../generated/schema.ts'
import { addMs, dayMs, hourMs } from '../../ground/clock.ts'
import { rateLimited } from '../../platform/attempts/rate-limiter.ts'

/** An invitation that was mailed, whatever its state: revoking does not take the mail back. */
export interface SentInvite {
  accountId: string
  invitedBy: string | null
  email: string
  createdAt: Date
}

/** How far back the limits look. */
export const inviteLimitsWindowMs = dayMs

interface Window {
  max: number
  windowMs: number
}

/** Invitations of an account, by the kind of its plan. */
const ofAccount: Record<PlanType, Window> = {
  free: { max: 10, windowMs: dayMs },
  pro: { max: 50, windowMs: hourMs },
  custom: { max: 50, windowMs: hourMs },
}

/** Invitations of a user from all their accounts, by the kind of the plan of the account that they invite to. */
const ofUser: Record<PlanType, Window> = {
  free: { max: 20, windowMs: dayMs },
  pro: { max: 50, windowMs: hourMs },
  custom: { max: 50, windowMs: hourMs },
}

/** Mails to one address from an account or a user. */
const toAddress: Window = { max: 3, windowMs: dayMs }

/**
 * Throws RATE_LIMITED when the account, the user, or both to this address, have sent as many invitations as they may. No user if an API key invites.
 * `sent`: what either sent within the window, oldest first.
 */
export function checkInviteLimits(
  sent: readonly SentInvite[],
  invite: { accountId: string; userId: string | null; email: string; planType: PlanType },
  now: Date,
): void {
  const { accountId, userId, email, planType } = invite
  check(
    sent.filter((other) => other.email === email),
    toAddress,
    now,
    `${email} has been invited ${toAddress.max} times within a day. If the mails do not arrive, hand the invitation's link over yourself.`,
  )
  check(
    sent.filter((other) => other.accountId === accountId),
    ofAccount[planType],
    now,
    `This account has sent ${describe(ofAccount[planType])}, revoked ones included, which is the maximum on its plan.`,
  )
  if (userId === null) return
  check(
    sent.filter((other) => other.invitedBy === userId),
    ofUser[planType],
    now,
    `You have sent ${describe(ofUser[planType])}, revoked ones included, which is the maximum.`,
  )
}

function check(sent: readonly SentInvite[], { max, windowMs }: Window, now: Date, message: string): void {
  const since = addMs(now, -windowMs)
  const counted = sent.filter(({ createdAt }) => createdAt > since)
  // There is room again once all but max - 1 of them have left the window.
  const last = counted[counted.length - max]
  if (last) throw rateLimited(message, addMs(last.createdAt, windowMs).getTime() - now.getTime())
}

function describe({ max, windowMs }: Window): string {
  return `${max} invitations within ${windowMs === dayMs ? 'a day' : 'an hour'}`
}
