/** A member of a `LinkedSet`, which threads its members together, so that each may be in only one set at a time. */
export interface Linked<Member> {
  /** Used by the set only. */
  previous: Member | undefined
  /** Used by the set only. */
  next: Member | undefined
}

/**
 * A set for members that come and go by the ten thousand a second, in insertion order.
 *
 * A `Set` or `Map` under steady insertion and deletion keeps replacing its table, and each discarded table keeps its last
 * members alive until a full collection: that makes 15 ms pauses out of 0.5 ms ones.
 */
export class LinkedSet<Member extends Linked<Member>> {
  #first: Member | undefined
  #last: Member | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The member that has been in the set the longest. */
  get first(): Member | undefined {
    return this.#first
  }

  has(member: Member): boolean {
    return member.previous !== undefined || this.#first === member
  }

  /** Adds a member at the end, unless it is in the set. */
  add(member: Member): void {
    if (this.has(member)) return
    member.previous = this.#last
    if (this.#last === undefined) this.#first = member
    else this.#last.next = member
    this.#last = member
    this.#size += 1
  }

  /** Removes a member, if it is in the set. */
  delete(member: Member): void {
    if (!this.has(member)) return
    const { previous, next } = member
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next === undefined) this.#last = previous
    else next.previous = previous
    // A removed member in the collector's old generation would keep its neighbours alive.
    member.previous = undefined
    member.next = undefined
    this.#size -= 1
  }

  /** Returns all members, in their order. */
  list(): Member[] {
    const members: Member[] = []
    for (let member = this.#first; member !== undefined; member = member.next) members.push(member)
    return members
  }
}
