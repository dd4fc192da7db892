import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import type { Challenges } from '../certificates/challenges.ts'
import type { ServedCertificate } from '../certificates/disk-copy.ts'
import type { LookUp, ServedCertificates } from '../certificates/served.ts'
import { wildcardOf } from '../certificates/certificates.ts'
import { CertificatesChangedDocument, CertificatesDocument, FollowCertificatesDocument } from './control.generated.ts'
import { ApiMirror } from './api-mirror.ts'
import { HostnameLookUps } from './hostname-look-ups.ts'

/** Returns a function that asks the API for a hostname's certificate. */
export function createCertificateLookUp(client: ControlClient, log: Logger): LookUp {
  const questions = new HostnameLookUps<ServedCertificate | null>({
    ask: async (hostnames, signal) => {
      const { certificates } = await client.request(CertificatesDocument, { hostnames }, { signal })
      const byName = new Map(certificates.map((certificate) => [certificate.name, certificate]))
      return (hostname) => byName.get(hostname) ?? byName.get(wildcardOf(hostname)) ?? null
    },
    failureMessage: 'the API does not say which certificates hostnames have; known ones stay in use',
    log,
  })
  return (hostname) => questions.find(hostname)
}

export interface CertificateFeedOptions {
  /** The edge's id in tunnel reports. */
  edgeId: string
  client: ControlClient
  certificates: Pick<ServedCertificates, 'renew' | 'invalidate'>
  challenges: Challenges
  /** Time between two checks, regardless of events; milliseconds. */
  certificatesMs: number
  /** Time from the start of the subscription to another check, in milliseconds. */
  recheckMs: number
  log: Logger
}

/**
 * Learns from the API which certificates changed and which challenges are open, and reports the version that this edge has reached. While the
 * API is away, known state stays in use.
 */
export class CertificateFeed {
  readonly #options: CertificateFeedOptions
  readonly #mirror: ApiMirror
  /** The version up to which this edge serves everything; null before the first answer. */
  #version: number | null = null

  constructor(options: CertificateFeedOptions) {
    const { client, certificatesMs, recheckMs, log } = options
    this.#options = options
    this.#mirror = new ApiMirror({
      ask: (signal) => this.#follow(signal),
      everyMs: certificatesMs,
      failureMessage: 'the API does not say which certificates changed; known ones stay in use',
      log,
    })
    this.#mirror.follow(client, CertificatesChangedDocument, recheckMs)
  }

  close(): void {
    this.#mirror.close()
  }

  /** Asks until nothing is new. The question after the last change tells the API that this edge has applied it. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { client, edgeId, certificates, challenges } = this.#options
    for (let isReached = false; !isReached;) {
      const since = this.#version
      const answer = await client.request(FollowCertificatesDocument, { input: { edgeId, version: since } }, { signal })
      const { names, version, hasMore } = answer.followCertificates
      challenges.set(answer.followCertificates.challenges)
      // Changes are reported only from the first answer on: what was asked for earlier may have changed since. A different database, or one restored
      // from a backup, continues from its own version. In both cases everything is asked for again.
      if (since === null || version < since) certificates.invalidate()
      await certificates.renew(names)
      isReached = version === since && !hasMore
      this.#version = version
    }
  }
}
