import { X509Certificate } from 'node:crypto'
import { type SecureContext, createSecureContext } from 'node:tls'
import { messageOf } from '@culvert/program'
import { openCertificateKey } from '@culvert/schema/sealed-keys'
import type { Logger } from 'pino'
import { BoundedMap } from '../bounded-map.ts'
import { isOwnName, readHostname } from '../hostname.ts'
import { type Certificates, type OnOwnCertificate, wildcardOf } from './certificates.ts'
import type { DiskCopy, ServedCertificate } from './disk-copy.ts'

/** Asks the API for a hostname's certificate: null if it has none; undefined if the API does not answer. */
export type LookUp = (hostname: string) => Promise<ServedCertificate | null | undefined>

export interface ServedCertificatesOptions {
  /** The edge's own hostname. */
  ownHostname: string
  edgeSecret: string
  /** How many certificates are kept in memory; each takes about 50 KiB. */
  contextsMax: number
  disk: DiskCopy
  lookUp: LookUp
  /** The same for names that changed; these must not wait behind names that strangers make up. */
  lookUpChanged: LookUp
  log: Logger
}

/** A certificate that can be served. */
interface LoadedCertificate {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly context: SecureContext
  readonly expiresAtMs: number
  /** Whether the API must be asked about it again. It is served meanwhile. */
  isStale: boolean
}

/** The outcome of asking the API: a certificate, none, no answer, or one that cannot be served. */
type LookUpOutcome = LoadedCertificate | 'none' | 'unknown' | 'unusable'

const chainLengthMax = 64 * 1024
const absentMax = 10_000
/** Gateways on offered domains, each taking some hundred bytes. */
const underWildcardMax = 100_000
/** How many certificates that were evicted from memory can be loaded from disk again without asking the API. */
const confirmedMax = 100_000
/** For how long the API is not asked again about a hostname that has no certificate, or no valid one. */
const negativeTtlMs = 10_000
const ownRetryMs = 5_000
/** How many times in a row one hostname is asked about while its certificate keeps changing. */
const attemptsMax = 4

/**
 * The certificates that the API got from an authority. The most recently requested ones are in memory, all that the edge has seen are on disk, and
 * the API is asked about others. While the API is away, known certificates are served.
 */
export class ServedCertificates implements Certificates {
  readonly authority = undefined
  readonly listRevoked = undefined
  readonly #options: ServedCertificatesOptions
  /** By name; the least recently used one is evicted first. */
  readonly #loaded: BoundedMap<string, LoadedCertificate>
  readonly #confirmed = new BoundedMap<string, number>(confirmedMax)
  /** Until when hostnames are known to have no valid certificate, by hostname; milliseconds of the monotonic clock. */
  readonly #absent = new BoundedMap<string, number>(absentMax)
  /** Hostnames for which the API said that a wildcard is their best certificate. */
  readonly #underWildcard = new BoundedMap<string, true>(underWildcardMax)
  readonly #lookUps = new Map<string, { isStale: boolean; answer: Promise<LookUpOutcome> }>()
  readonly #reading = new Map<string, Promise<LoadedCertificate | undefined>>()
  readonly #followers: OnOwnCertificate[] = []
  #own: { name: string; version: number; chain: string; key: string } | undefined
  #ownTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ServedCertificatesOptions) {
    this.#options = options
    this.#loaded = new BoundedMap(options.contextsMax)
  }

  /** Returns the number of certificates in memory. */
  get size(): number {
    return this.#loaded.size
  }

  readonly select = async (hostname: string): Promise<SecureContext | undefined> => {
    const { ownHostname } = this.#options
    const name = isOwnName(hostname, ownHostname) ? ownHostname : hostname
    // Anything that is not a hostname could spoil a batch of questions about others.
    if (name !== ownHostname && !isLookedUp(name)) return undefined
    return (await this.#find(name))?.context
  }

  readonly followOwn = async (use: OnOwnCertificate): Promise<void> => {
    this.#followers.push(use)
    if (this.#own !== undefined) use(this.#own)
    const { ownHostname } = this.#options
    // The port opens with the copy on disk, or without a certificate: it does not wait for the API.
    if ((await this.#findKnown(ownHostname)) === undefined) await this.#findKnown(wildcardOf(ownHostname))
    void this.#requestOwn()
  }

  /**
   * Asks about names whose certificates were issued, renewed or ended, so that new ones are here, and on disk, before the first visitor.
   * Known ones are served until the answer arrives. Rejects if the API does not answer.
   */
  async renew(names: readonly string[]): Promise<void> {
    if (names.some((name) => name.startsWith('*.'))) {
      this.#absent.clear()
      this.#underWildcard.clear()
    }
    for (const name of names) {
      this.#absent.delete(name)
      this.#underWildcard.delete(name)
      this.#confirmed.delete(name)
      const ready = this.#loaded.get(name)
      if (ready !== undefined) ready.isStale = true
    }
    const changed = new Set(names)
    for (const [hostname, asking] of this.#lookUps) {
      if (changed.has(hostname) || changed.has(wildcardOf(hostname))) asking.isStale = true
    }
    await Promise.all(names.map((name) => this.#renew(name)))
  }

  /** Asks about everything again, bit by bit: it may have changed unnoticed. */
  invalidate(): void {
    this.#absent.clear()
    this.#underWildcard.clear()
    this.#confirmed.clear()
    for (const ready of this.#loaded.values()) ready.isStale = true
    if (this.#ownTimer !== undefined) void this.#requestOwn()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#ownTimer)
  }

  async #find(hostname: string, lookUp = this.#options.lookUp): Promise<LoadedCertificate | undefined> {
    const known = (await this.#findKnown(hostname)) ?? (await this.#findKnown(wildcardOf(hostname)))
    const isValid = known !== undefined && known.expiresAtMs > Date.now()
    if (isValid) {
      const isBest = known.name === hostname || this.#underWildcard.get(hostname) === true
      if (known.isStale || !isBest) void this.#ask(hostname, lookUp)
      return known
    }
    if (performance.now() < (this.#absent.get(hostname) ?? 0)) return known
    const outcome = await this.#ask(hostname, lookUp)
    if (outcome === 'none') return undefined
    return typeof outcome === 'string' ? known : outcome
  }

  /** Finds the certificate of a name in memory or on disk. */
  async #findKnown(name: string): Promise<LoadedCertificate | undefined> {
    const ready = this.#loaded.get(name)
    if (ready !== undefined) {
      this.#loaded.set(name, ready)
      return ready
    }
    // Most hostnames under a wildcard have no certificate of their own; those that have none at all are made up by strangers.
    if (this.#underWildcard.get(name) === true || performance.now() < (this.#absent.get(name) ?? 0)) return undefined
    const reading = this.#reading.get(name) ?? this.#readCopy(name)
    this.#reading.set(name, reading)
    return await reading
  }

  async #readCopy(name: string): Promise<LoadedCertificate | undefined> {
    try {
      const copy = await this.#options.disk.read(name)
      // Another question may have brought a newer one meanwhile.
      const ready = this.#loaded.get(name)
      if (copy === undefined || ready !== undefined) return ready
      return this.#open(copy, this.#confirmed.get(name) !== copy.version)
    } finally {
      this.#reading.delete(name)
    }
  }

  /** Asks the API about a hostname, and applies its answer. Never rejects. */
  #ask(hostname: string, lookUp: LookUp): Promise<LookUpOutcome> {
    const asked = this.#lookUps.get(hostname)
    if (asked !== undefined) return asked.answer
    const asking = { isStale: false, answer: Promise.resolve<LookUpOutcome>('unknown') }
    asking.answer = this.#askUntilFresh(hostname, asking, lookUp).finally(() => this.#lookUps.delete(hostname))
    this.#lookUps.set(hostname, asking)
    return asking.answer
  }

  async #askUntilFresh(hostname: string, asking: { isStale: boolean }, lookUp: LookUp): Promise<LookUpOutcome> {
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      asking.isStale = false
      const answer = await lookUp(hostname)
      if (answer === undefined) return 'unknown'
      // An answer that was under way when the certificate changed may predate the change.
      if (!asking.isStale) return this.#take(hostname, answer)
    }
    return 'unknown'
  }

  #take(hostname: string, answer: ServedCertificate | null): LookUpOutcome {
    const wildcard = wildcardOf(hostname)
    if (answer === null) {
      this.#drop(hostname)
      this.#drop(wildcard)
      this.#noteAbsent(hostname)
      return 'none'
    }
    if (answer.name === wildcard && wildcard !== hostname) {
      this.#drop(hostname)
      this.#underWildcard.set(hostname, true)
    } else if (answer.name !== hostname) {
      this.#options.log.error({ hostname, certificate: answer.name }, 'the API returned a certificate for another name')
      this.#noteAbsent(hostname)
      return 'unusable'
    }
    const known = this.#loaded.get(answer.name)
    this.#confirmed.set(answer.name, answer.version)
    if (known !== undefined && known.id === answer.id && known.version === answer.version) known.isStale = false
    const isOlder = known !== undefined && !known.isStale && known.version >= answer.version
    const ready = isOlder ? known : this.#open(answer, false)
    if (ready === undefined) {
      // The next certificate that the API reports may be better; until then, neither is asked for at each handshake.
      this.#noteAbsent(hostname)
      if (known !== undefined) known.isStale = false
      return 'unusable'
    }
    if (ready !== known) void this.#options.disk.write(answer)
    if (ready.expiresAtMs <= Date.now()) this.#noteAbsent(hostname)
    return ready
  }

  #noteAbsent(hostname: string): void {
    this.#absent.set(hostname, performance.now() + negativeTtlMs)
  }

  /** Opens the key and loads the certificate into memory; returns undefined if it cannot be served. */
  #open(served: ServedCertificate, isStale: boolean): LoadedCertificate | undefined {
    const { edgeSecret, log } = this.#options
    const { id, name, version, chain, sealedKey } = served
    try {
      if (chain.length > chainLengthMax) throw new Error(`expected ${chainLengthMax} bytes at most.`)
      const key = openCertificateKey(sealedKey, name, edgeSecret)
      const expiresAtMs = new X509Certificate(chain).validToDate.getTime()
      const ready = { id, name, version, context: createSecureContext({ cert: chain, key }), expiresAtMs, isStale }
      this.#loaded.set(name, ready)
      this.#offerOwn({ name, version, chain, key })
      return ready
    } catch (error) {
      log.error({ certificate: name, version, reason: messageOf(error) }, 'a certificate is not usable')
      return undefined
    }
  }

  #drop(name: string): void {
    this.#loaded.delete(name)
    this.#confirmed.delete(name)
    void this.#options.disk.remove(name)
  }

  /** Asks separately: a stranger's question about the same name may wait for a long time. */
  async #renew(name: string): Promise<void> {
    const { ownHostname, lookUpChanged } = this.#options
    const isOwn = name === ownHostname || name === wildcardOf(ownHostname)
    const hostname = isOwn ? ownHostname : name.replace(/^\*/, anyLabel)
    const answer = await lookUpChanged(hostname)
    if (answer === undefined) throw new Error(`The API does not say which certificate ${name} has now.`)
    this.#take(hostname, answer)
  }

  /** Puts the edge's own certificate into use if this is it. */
  #offerOwn(offered: { name: string; version: number; chain: string; key: string }): void {
    const { ownHostname } = this.#options
    const isExact = offered.name === ownHostname
    if (!isExact && (offered.name !== wildcardOf(ownHostname) || this.#own?.name === ownHostname)) return
    if (this.#own?.name === offered.name && this.#own.version === offered.version) return
    this.#own = offered
    for (const use of this.#followers) use(offered)
  }

  /** Asks for the edge's own certificate until there is one; later ones arrive by `renew`. */
  async #requestOwn(): Promise<void> {
    const { ownHostname, lookUpChanged } = this.#options
    clearTimeout(this.#ownTimer)
    this.#ownTimer = undefined
    const own = await this.#find(ownHostname, lookUpChanged)
    if (own !== undefined || this.#isClosed) return
    this.#ownTimer ??= setTimeout(() => void this.#requestOwn(), ownRetryMs).unref()
  }
}

/** Reports whether a certificate can exist for a name (RFC 1035, section 2.3.4). */
function isLookedUp(name: string): boolean {
  if (name.length > 253 || !name.includes('.') || readHostname(name) !== name) return false
  return name.split('.').every((label) => label.length <= 63)
}

/** Stands for any name under a wildcard when the API is asked. */
const anyLabel = 'any'
