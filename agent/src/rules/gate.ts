import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import { networkOf } from '@culvert/program'
import type { HeaderField, RequestHead } from '@culvert/wire'

/** A range of addresses in CIDR notation (RFC 4632). */
export interface AddressRange {
  address: string
  prefixLength: number
}

export interface GateOptions {
  /** `user:password` pairs, any of which opens the gate; undefined if none is required. */
  basicAuth: readonly string[] | undefined
  /** The networks that visitors may come from; undefined allows all. */
  allowed: readonly AddressRange[] | undefined
}

/** Why a visitor is kept from the app, as the answer that it gets. */
export interface Refused {
  status: 401 | 403 | 429
  reason: string
  fields: readonly HeaderField[]
  body: string
}

/** How many wrong passwords one network may try per minute. */
const failuresMax = 20
const failuresMs = 60_000
/** How many networks' failures are counted at once; the one that failed longest ago is dropped first. */
const networksMax = 1_000

/** Keeps visitors whom the command's user does not want from the app. */
export class Gate {
  readonly #digests: readonly Buffer[] | undefined
  readonly #allowed: BlockList | undefined
  readonly #failures = new Map<string, { count: number; untilMs: number }>()

  constructor({ basicAuth, allowed }: GateOptions) {
    this.#digests = basicAuth?.map(digest)
    if (allowed === undefined) return
    this.#allowed = new BlockList()
    for (const { address, prefixLength } of allowed) this.#allowed.addSubnet(address, prefixLength, familyOf(address))
  }

  get requiresPassword(): boolean {
    return this.#digests !== undefined
  }

  /** Returns the answer for a visitor who may not pass; undefined if it may. */
  check({ visitorAddress, fields }: RequestHead, nowMs = performance.now()): Refused | undefined {
    if (this.#allowed?.check(visitorAddress, familyOf(visitorAddress)) === false) {
      return refuse(403, 'Forbidden', 'This address may not reach the app.')
    }
    if (this.#digests === undefined) return undefined
    const network = networkOf(visitorAddress)
    const failed = this.#failures.get(network)
    if (failed !== undefined && failed.untilMs > nowMs && failed.count >= failuresMax) {
      const seconds = String(Math.ceil((failed.untilMs - nowMs) / 1000))
      return refuse(429, 'Too Many Requests', `Too many wrong passwords. Try again in ${seconds} s.`, [
        ['Retry-After', seconds],
      ])
    }
    const given = fields.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    if (given !== undefined && this.#opens(given)) {
      this.#failures.delete(network)
      return undefined
    }
    // A browser's first request has no password; only a wrong one counts as a guess.
    if (given !== undefined) this.#countFailure(network, nowMs)
    return refuse(401, 'Unauthorized', 'A user name and a password are needed.', [
      ['WWW-Authenticate', 'Basic realm="Culvert", charset="UTF-8"'],
    ])
  }

  #opens(authorization: string): boolean {
    const [, encoded] = /^basic +([a-z0-9+/=]+)$/i.exec(authorization) ?? []
    if (encoded === undefined) return false
    const given = digest(Buffer.from(encoded, 'base64').toString())
    let isOpen = false
    // All are compared, so that the time does not reveal which one came close.
    for (const expected of this.#digests ?? []) isOpen = timingSafeEqual(given, expected) || isOpen
    return isOpen
  }

  #countFailure(network: string, nowMs: number): void {
    const known = this.#failures.get(network)
    this.#failures.delete(network)
    const isCurrent = known !== undefined && known.untilMs > nowMs
    this.#failures.set(
      network,
      isCurrent ? { ...known, count: known.count + 1 } : { count: 1, untilMs: nowMs + failuresMs },
    )
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > networksMax && oldest !== undefined) this.#failures.delete(oldest)
  }
}

function refuse(status: Refused['status'], reason: string, body: string, fields: HeaderField[] = []): Refused {
  return {
    status,
    reason,
    body: `${body}\n`,
    fields: [...fields, ['Content-Type', 'text/plain; charset=utf-8'], ['Cache-Control', 'no-store']],
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
