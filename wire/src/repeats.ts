// Heads repeat: of two requests on a connection, or two answers of an app, most fields are the same word for word, and often
// all of them. HPACK makes bytes of it (RFC 7541, section 1); here it saves the work of reading and checking them again.

/** Heads of more characters, or bytes, are not remembered: connections are many, and should be small. */
export const rememberedLengthMax = 4 * 1024

/**
 * Remembers what was made of texts that come again and again. It has few places, and a text's length decides which is its
 * own: a new one takes it over.
 */
export class Repeats<Made> {
  readonly #placeCount: number
  readonly #onFirstRepeat: (made: Made) => void
  #places: { text: string; made: Made; isRepeated: boolean }[] | undefined

  constructor(placeCount: number, onFirstRepeat: (made: Made) => void) {
    this.#placeCount = placeCount
    this.#onFirstRepeat = onFirstRepeat
  }

  /** What was made of the text that begins at `start` of this one. */
  find(whole: string, start = 0): Made | undefined {
    const text = whole.slice(start)
    const place = this.#places?.[text.length % this.#placeCount]
    if (place?.text !== text) return undefined
    if (!place.isRepeated) this.#onFirstRepeat(place.made)
    place.isRepeated = true
    return place.made
  }

  /** Remembers what was made of the text that begins at `start` of this one, all of which stays in memory. */
  keep(made: Made, whole: string, start = 0): void {
    if (whole.length > rememberedLengthMax) return
    this.#places ??= []
    const text = whole.slice(start)
    this.#places[text.length % this.#placeCount] = { text, made, isRepeated: false }
  }
}

/** What stands for more than one text, and does not change. */
const shared = new WeakSet<object>()

/** Says that these fields, or this head, stand for more than one that came, and do not change any more. */
export function share(source: object): void {
  shared.add(source)
}

/** Makes something of fields or heads, and once only of those that are shared. */
export class MadeOf<Source extends object, Made> {
  readonly #make: (source: Source) => Made
  readonly #onKept: ((made: Made) => void) | undefined
  readonly #kept = new WeakMap<Source, Made>()

  /** `onKept` is told what will come again. */
  constructor(make: (source: Source) => Made, onKept?: (made: Made) => void) {
    this.#make = make
    this.#onKept = onKept
  }

  get(source: Source): Made {
    const kept = this.#kept.get(source)
    if (kept !== undefined) return kept
    const made = this.#make(source)
    // For others it would cost more than it saves.
    if (!shared.has(source)) return made
    this.#kept.set(source, made)
    this.#onKept?.(made)
    return made
  }
}
