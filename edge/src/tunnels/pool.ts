import type { ReachableTunnel } from './reachable.ts'

/** How often an agent whose app fails gets a request, in milliseconds: one that may be sent again to another agent, and any other. */
const trialMs = 5_000
const riskyTrialMs = 60_000

const none: ReadonlySet<string> = new Set()

/** The agents of a hostname: one, or those that were started as a pool. */
export class Pool<Member extends ReachableTunnel> {
  /** Replaced by each change, so that a walk over it sees none. */
  #members: readonly Member[] = []
  /** Where the next choice among equals begins. */
  #turn = 0

  get size(): number {
    return this.#members.length
  }

  get members(): readonly Member[] {
    return this.#members
  }

  add(member: Member): void {
    this.#members = [...this.#members, member]
  }

  remove(member: Member): void {
    this.#members = this.#members.filter((known) => known !== member)
  }

  /** Returns one for what concerns all: a connected one if there is any. */
  find(): Member | undefined {
    return this.#members.find(({ isConnected }) => isConnected) ?? this.#members[0]
  }

  /**
   * Returns the agent that a request goes to: of those whose app answers, or else of all that are connected, the one with the fewest open requests, and among
   * equals the next in turn. An agent whose app fails gets one now and then, until it answers. `isRetryable` says that the request can be sent again; those that
   * it was sent to already are left out.
   */
  choose(isRetryable: boolean, tried = none): Member | undefined {
    const members = this.#members
    if (members.length === 1 && tried === none) return members[0]
    let best: Member | undefined
    for (let step = 0; step < members.length; step += 1) {
      const member = members[(this.#turn + step) % members.length]
      if (member === undefined || tried.has(member.agentId)) continue
      if (tried === none && isDropped(member) && member.app.takeTrial(isRetryable ? trialMs : riskyTrialMs)) {
        best = member
        break
      }
      if (best === undefined || isBefore(member, best)) best = member
    }
    this.#turn = best === undefined ? 0 : members.indexOf(best) + 1
    return best
  }
}

/** Returns the one of two tunnels that serves better; `here`, unless the other one does. */
export function pickBetter<Here extends ReachableTunnel, There extends ReachableTunnel>(
  here: Here | undefined,
  there: There | undefined,
): Here | There | undefined {
  return here === undefined || (there !== undefined && rank(there) > rank(here)) ? there : here
}

/** Reports whether a tunnel serves as well as any other could. */
export function isFit(tunnel: ReachableTunnel): boolean {
  return tunnel.isConnected && !isDropped(tunnel)
}

/** Reports whether other agents come first because the app of this one fails. */
function isDropped({ isPooled, isConnected, app }: ReachableTunnel): boolean {
  return isPooled && isConnected && app.isFailing
}

function rank(tunnel: ReachableTunnel): number {
  if (!tunnel.isConnected) return 0
  return isDropped(tunnel) ? 1 : 2
}

function isBefore(one: ReachableTunnel, other: ReachableTunnel): boolean {
  const difference = rank(one) - rank(other)
  return difference > 0 || (difference === 0 && one.openRequests < other.openRequests)
}
