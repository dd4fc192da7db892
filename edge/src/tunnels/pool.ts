import type { ReachableTunnel } from './reachable.ts'

/** How often an agent whose app fails gets a request, in milliseconds: one that may be resent to another agent, and any other. */
const trialMs = 5_000
const riskyTrialMs = 60_000

const none: ReadonlySet<string> = new Set()

/** The agents of a hostname: one, or those started as a pool. */
export class Pool<Member extends ReachableTunnel> {
  /** Replaced at each change, so that a walk over it sees none. */
  #members: readonly Member[] = []
  /** Where the next choice among equals starts. */
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

  /** Returns one to stand for all of them: a connected one if there is any. */
  find(): Member | undefined {
    return this.#members.find(({ isConnected }) => isConnected) ?? this.#members[0]
  }

  /**
   * Returns the agent that a request goes to: among those whose app answers, or else among all that are connected, the one with the fewest open
   * requests, and among equals the next in turn. An agent whose app fails gets one now and then, until it answers. `isRetryable` means that the request can
   * be resent; agents that it was already sent to are left out.
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

/** Returns the better of two tunnels; `here`, unless the other one is better. */
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

/** Reports whether other agents are preferred because this one's app fails. */
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
