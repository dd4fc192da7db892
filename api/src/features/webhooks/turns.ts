import { addMs, minuteMs } from '../../ground/clock.ts'
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

/** Accounts with slow receivers, and until when they count as such. */
const slowUntil = new Map<string, Date>()

/** Takes the turn of a webhook's host and account. Returns what ends it; undefined if one of the two is busy, or as many slow accounts are as may be. */
export function takeTurn(webhook: Webhook, now: Date): (() => void) | undefined {
  const { accountId } = webhook
  const host = getHost(webhook)
  if (busy.hosts.has(host) || busy.accounts.has(accountId)) return undefined
  if (isSlow(accountId, now) && countSlow(now) >= slowSlots) return undefined
  busy.hosts.add(host)
  busy.accounts.add(accountId)
  return () => {
    busy.hosts.delete(host)
    busy.accounts.delete(accountId)
  }
}

/** Notes how long a receiver of an account took. */
export function noteDuration(accountId: string, durationMs: number, now: Date): void {
  if (durationMs <= slowMs) return
  for (const [id, until] of slowUntil) if (until <= now) slowUntil.delete(id)
  slowUntil.set(accountId, addMs(now, slowForMs))
}

function isSlow(accountId: string, now: Date): boolean {
  const until = slowUntil.get(accountId)
  return until !== undefined && until > now
}

function countSlow(now: Date): number {
  return [...busy.accounts].filter((accountId) => isSlow(accountId, now)).length
}
