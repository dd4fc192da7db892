import { isWatching } from './watch.ts'

// Heads repeat: of two requests on a connection, or two answers of an app, most fields are the same word for word, and often
// all of them. HPACK makes bytes of it (RFC 7541, section 1); here it saves the work of reading and checking them again.

/** Heads of more characters, or bytes, are not remembered: connections are many, and should be small. */
export const rememberedLengthMax = 4 * 1024

/** What is made of a text. Once it is shared it stands for every text that says the same, and does not change any more. */
export interface Repeatable {
  isShared: boolean
}

/**
 * Remembers what was made of texts that come again and again. It has few places, and a text's length decides which is its
 * own: a new one takes it over.
 */
export class Repeats<Made extends Repeatable> {
  readonly #placeCount: number
  #places: { text: string; made: Made }[] | undefined

  constructor(placeCount: number) {
    this.#placeCount = placeCount
  }

  /** What was made of the text that begins at `start` of this one; it is shared from now on. */
  find(whole: string, start = 0): Made | undefined {
    const text = whole.slice(start)
    const place = this.#places?.[text.length % this.#placeCount]
    if (place?.text !== text) return undefined
    const { made } = place
    if (!made.isShared) {
      made.isShared = true
      freezeWatched(made)
    }
    return made
  }

  /** Remembers what was made of the text that begins at `start` of this one, all of which stays in memory. */
  keep(made: Made, whole: string, start = 0): void {
    if (whole.length > rememberedLengthMax) return
    this.#places ??= []
    const text = whole.slice(start)
    this.#places[text.length % this.#placeCount] = { text, made }
  }
}

/** Makes something of fields or heads, and once only of those that are shared. */
export class Memo<Source extends object, Made> {
  readonly #make: (source: Source) => Made
  readonly #kept = new WeakMap<Source, Made>()

  constructor(make: (source: Source) => Made) {
    this.#make = make
  }

  get(source: Source, isShared: boolean): Made {
    // For others it would cost more than it saves.
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

/** Has what changes shared values throw, while invariants are watched. */
function freezeWatched(value: unknown): void {
  if (!isWatching || typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) freezeWatched(part)
}
