import { minuteMs } from '../../ground/clock.ts'
import { getHost, type Webhook } from './rules.ts'

/** How many attempts a node makes at a time. They wait for receivers, and hold no connection to the database meanwhile. */
export const attemptSlots = 64

/** How many of these slots accounts whose receivers were slow lately have together: the others are left to receivers that answer quickly. */
const slowSlots = 32

/** An answer that takes longer is slow. */
const slowMs = 1_000

/** How long an account counts as slow after a slow answer. */
const slowForMs = 10 * minuteMs

/** Hosts and accounts that this program sends to or for at the moment: one request at a time each. */
const busy = { hosts: new Set<string>(), accounts: new Set<string>() }

/** Accounts with slow receivers, and until when they count as such, by the monotonic clock. */
const slowUntil = new Map<string, number>()

/** Takes the turn of a webhook's host and account. Returns what ends it; undefined if one of the two is busy, or as many slow accounts are as may be. */
export function takeTurn(webhook: Webhook): (() => void) | undefined {
  const { accountId } = webhook
  const host = getHost(webhook)
  if (busy.hosts.has(host) || busy.accounts.has(accountId)) return undefined
  if (isSlow(accountId) && countSlow() >= slowSlots) return undefined
  busy.hosts.add(host)
  busy.accounts.add(accountId)
  return () => {
    busy.hosts.delete(host)
    busy.accounts.delete(accountId)
  }
}

/** Notes how long a receiver of an account took. */
export function noteDuration(accountId: string, durationMs: number): void {
  if (durationMs <= slowMs) return
  for (const id of slowUntil.keys()) if (!isSlow(id)) slowUntil.delete(id)
  slowUntil.set(accountId, performance.now() + slowForMs)
}

function isSlow(accountId: string): boolean {
  return (slowUntil.get(accountId) ?? 0) > performance.now()
}

function countSlow(): number {
  return [...busy.accounts].filter(isSlow).length
}
