import { AppError } from '../../ground/errors.ts'

/** How many calls may be under way from this program, and of one account: each may hold an entire answer. */
const callsMax = { total: 16, ofAccount: 4 }

/** For this long a call gives way only to an account that has fewer even with one more; then to any that has fewer. */
const undisturbedMs = 2_000

/** A call that is under way. */
interface Slot {
  accountId: string
  startedAtMs: number
  giveWay: AbortController
}

/** Oldest first. */
const slots = new Set<Slot>()

/**
 * Makes a call once there is room for it. If there is none, the oldest call of the account that has most gives way, so that a few accounts whose agents
 * do not answer keep out no other: its signal aborts. Throws UNAVAILABLE if no call gives way.
 */
export async function withinCallLimit<T>(accountId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const byAccount = Map.groupBy(slots, (slot) => slot.accountId)
  const ofAccount = byAccount.get(accountId)?.length ?? 0
  const hasRoom = slots.size < callsMax.total || displace([...byAccount.values()], ofAccount)
  if (ofAccount >= callsMax.ofAccount || !hasRoom) {
    throw new AppError('UNAVAILABLE', 'Too many agents are being asked at the moment. Try again in a few seconds.', {
      reason: 'OVERLOADED',
    })
  }
  const slot = { accountId, startedAtMs: performance.now(), giveWay: new AbortController() }
  slots.add(slot)
  try {
    return await work(slot.giveWay.signal)
  } finally {
    slots.delete(slot)
  }
}

/** Ends a call in favour of an account that has `count` under way. Returns false if none gives way. */
function displace(accounts: Slot[][], count: number): boolean {
  const most = accounts.reduce((largest, account) => (account.length > largest.length ? account : largest))
  const [oldest] = most
  const isOld = oldest !== undefined && performance.now() - oldest.startedAtMs >= undisturbedMs
  if (oldest === undefined || most.length <= (isOld ? count : count + 1)) return false
  slots.delete(oldest)
  oldest.giveWay.abort()
  return true
}
