import { randomInt } from 'node:crypto'
import { decode, encode } from 'dns-packet'
import { exchange } from './exchange.ts'
import { encodeTxtUpdate, readRcode } from './message.ts'
import { nameServerText, type NameServer } from './name-server.ts'
import type { DnsPublisher } from './publisher.ts'
import { signMessage, TsigError, verifyMessage, type TsigKey } from './tsig.ts'

export interface DynamicUpdateOptions {
  /** The primary name server of the zones. */
  server: NameServer
  /** Undefined sends updates unsigned, for a server that accepts them by address. */
  key: TsigKey | undefined
  /** How long to wait for an answer over UDP before the message is sent again, and then over TCP; milliseconds. */
  udpMs?: number
}

/** In seconds: a record is read once, and soon. */
const ttl = 60

/** Updates zones with RFC 2136, as BIND, Knot, PowerDNS and Windows accept it, signed with TSIG (RFC 8945). */
export class DynamicUpdates implements DnsPublisher {
  readonly #server: NameServer
  readonly #key: TsigKey | undefined
  readonly #udpMs: number | undefined

  constructor({ server, key, udpMs }: DynamicUpdateOptions) {
    this.#server = server
    this.#key = key
    this.#udpMs = udpMs
  }

  async publish(name: string, value: string, signal: AbortSignal): Promise<void> {
    await this.#update(name, value, ttl, signal)
  }

  async withdraw(name: string, value: string, signal: AbortSignal): Promise<void> {
    await this.#update(name, value, undefined, signal)
  }

  async #update(name: string, value: string, seconds: number | undefined, signal: AbortSignal): Promise<void> {
    const zone = await this.#findZone(name, signal)
    const message = encodeTxtUpdate(randomInt(0x1_0000), { zone, name, value, ttl: seconds })
    const key = this.#key
    const server = `The name server ${nameServerText(this.#server)}`
    const { signed, mac } =
      key === undefined ? { signed: message, mac: undefined } : signMessage(message, { key, nowMs: Date.now() })
    const answer = await exchange(signed, this.#server, signal, this.#udpMs)
    const rcode = readRcode(answer)
    if (key !== undefined) {
      try {
        verifyMessage(answer, { key, nowMs: Date.now(), requestMac: mac })
      } catch (error) {
        if (!(error instanceof TsigError)) throw error
        throw new Error(`${server} refused to update ${zone}: its answer (${rcode}) ${error.message}.`, {
          cause: error,
        })
      }
    }
    if (rcode !== 'NOERROR') throw new Error(`${server} refused to update ${zone}: ${rcode}.${adviceFor[rcode] ?? ''}`)
  }

  /** Returns the zone that contains a name: the first name, from the name itself upwards, that has a start of authority. */
  async #findZone(name: string, signal: AbortSignal): Promise<string> {
    const labels = name.split('.')
    for (let first = 0; first < labels.length; first += 1) {
      const zone = labels.slice(first).join('.')
      const question = encode({ type: 'query', id: randomInt(0x1_0000), questions: [{ type: 'SOA', name: zone }] })
      const answer = await exchange(question, this.#server, signal, this.#udpMs)
      if (hasAuthority(answer, zone)) return zone
    }
    throw new Error(`The name server ${nameServerText(this.#server)} knows no zone that ${name} is in.`)
  }
}

const adviceFor: Record<string, string | undefined> = {
  REFUSED: ' Allow the key, or the address of this machine, to update the zone.',
  NOTAUTH: ' It is not the primary of the zone, or does not know the key.',
  NOTIMP: ' It takes no updates.',
}

function hasAuthority(answer: Buffer, zone: string): boolean {
  try {
    const { answers = [] } = decode(answer)
    return answers.some(({ type, name }) => type === 'SOA' && name.toLowerCase() === zone.toLowerCase())
  } catch {
    // A server that answers nonsense knows no zone.
    return false
  }
}
