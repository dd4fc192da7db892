import { isDeepStrictEqual } from 'node:util'
import { startIngress } from '../src/ingress/ingress.ts'
import { startNodeIngress } from './node-ingress.ts'
import type { RawInput } from './raw-requests.ts'
import { Recorder } from './recorder.ts'
import type { Outcome } from './recorder.ts'

/**
 * What our parser refuses and node's reads, by what the refusal says for the log. All of it is on purpose, for somebody
 * else may read it otherwise. Nothing else may differ.
 */
const stricter: ReadonlySet<string> = new Set([
  // More than one space, blanks at the end, the protocols of SOURCE and RTSP (RFC 9112, section 3).
  'malformed: the request line',
  // Empty lines of LF alone before a request (RFC 9112, section 2.2).
  'malformed: a control character or a line end that is not CR LF',
  'malformed: CR before a request',
  'malformed: a tab beside a coding',
  // An extension without a value behind its `=` (RFC 9112, section 7.1.1).
  'malformed: a chunk extension',
  'a chunk size of more than 13 digits',
])

/** Gives both ingresses the same bytes. */
export class Duel {
  readonly #ours: Recorder
  readonly #theirs: Recorder

  private constructor(ours: Recorder, theirs: Recorder) {
    this.#ours = ours
    this.#theirs = theirs
  }

  static async start(): Promise<Duel> {
    return new Duel(await Recorder.start(startIngress), await Recorder.start(startNodeIngress))
  }

  /** Throws if the two read the bytes differently, unless ours is stricter on purpose. */
  async check(input: RawInput): Promise<void> {
    // The last request shows where each saw the end of the previous ones.
    const marked = {
      ...input,
      bytes: `${input.bytes}GET /behind HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\n\r\n`,
    }
    const [ours, theirs] = await Promise.all([this.#ours.run(marked), this.#theirs.run(marked)])
    const difference = findDifference(ours, theirs, ignoredUpgrade.test(input.bytes) ? 1 : Number.POSITIVE_INFINITY)
    if (difference === undefined) return
    const details = JSON.stringify({ input: marked, ours, theirs }, undefined, 2)
    throw new Error(`${difference}\n${details}`)
  }

  async close(): Promise<void> {
    await this.#ours.close()
    await this.#theirs.close()
  }
}

/**
 * node forgets the bytes that it has read behind a request whose upgrade it ignores. Of such a connection the first
 * request alone is compared.
 */
const ignoredUpgrade = /upgrade/i

function findDifference(ours: Outcome, theirs: Outcome, comparedMax: number): string | undefined {
  const isStricter = ours.refusal !== undefined && stricter.has(ours.refusal)
  for (const [index, mine] of ours.deliveries.slice(0, comparedMax).entries()) {
    const other = theirs.deliveries[index]
    if (other === undefined) return `only ours delivers request ${index}`
    if (!isDeepStrictEqual(mine.request, other.request)) return `the head of request ${index} differs`
    if (mine.trailers === undefined && (isStricter || other.trailers === undefined)) continue
    if (!isDeepStrictEqual(mine, other)) return `the body of request ${index} differs`
  }
  // node goes on reading behind some requests whose answers end the connection: that wait for a 100 in vain, or say
  // both keep-alive and close in HTTP/1.0.
  const last = ours.deliveries.at(-1)?.request
  const isEnded = last !== undefined && (last.expectsContinue || !last.isPersistent)
  const isShorter = ours.deliveries.length < Math.min(comparedMax, theirs.deliveries.length)
  return isShorter && !isStricter && !isEnded ? 'only node delivers all requests' : undefined
}
