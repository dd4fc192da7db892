import { isWatching } from './watch.ts'

// Heads repeat: in two requests on a connection, or two answers of an app, most fields are identical, and often
// all of them. HPACK uses that to save bytes (RFC 7541, section 1); here it saves the work of parsing and checking them again.

/** Longer heads, in characters or bytes, are not remembered: there are many connections, which must stay small. */
export const rememberedLengthMax = 4 * 1024

/** A value made from a text. Once it is shared, it stands for every equal text, and must not change. */
export interface CachedValue {
  isShared: boolean
}

/**
 * Remembers the values of recurring texts. It has few slots, and a text's length determines its
 * slot: a new text replaces an old one.
 */
export class HeadCache<Made extends CachedValue> {
  readonly #slotCount: number
  #slots: { text: string; made: Made }[] | undefined

  constructor(slotCount: number) {
    this.#slotCount = slotCount
  }

  /** Returns the value of the text from `start` to `end`; it is shared from now on. */
  find(whole: string, start = 0, end = whole.length): Made | undefined {
    const text = whole.slice(start, end)
    const slot = this.#slots?.[text.length % this.#slotCount]
    if (slot?.text !== text) return undefined
    const { made } = slot
    if (!made.isShared) {
      made.isShared = true
      freezeWatched(made)
    }
    return made
  }

  /** Remembers the value of the text from `start` to `end`. All of the text stays in memory. */
  keep(made: Made, whole: string, start = 0, end = whole.length): void {
    if (whole.length > rememberedLengthMax) return
    this.#slots ??= []
    const text = whole.slice(start, end)
    this.#slots[text.length % this.#slotCount] = { text, made }
  }
}

/** Computes values from fields or heads; only once for shared ones. */
export class Memo<Source extends object, Made> {
  readonly #make: (source: Source) => Made
  readonly #kept = new WeakMap<Source, Made>()

  constructor(make: (source: Source) => Made) {
    this.#make = make
  }

  get(source: Source, isShared: boolean): Made {
    // For values that are not shared, it would cost more than it saves.
    if (!isShared) return this.#make(source)
    const kept = this.#kept.get(source)
    if (kept !== undefined) return kept
    const made = this.#make(source)
    freezeWatched(source)
    freezeWatched(made)
    this.#kept.set(source, made)
    return made
  }
}

/** Freezes shared values while invariants are watched, so that changing one throws. */
function freezeWatched(value: unknown): void {
  if (!isWatching || typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freezeWatched(part)
}
