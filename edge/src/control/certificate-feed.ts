import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import type { Challenges } from '../certificates/challenges.ts'
import type { ServedCertificate } from '../certificates/disk-copy.ts'
import type { LookUp, ServedCertificates } from '../certificates/served.ts'
import { wildcardOf } from '../certificates/certificates.ts'
import { CertificatesChangedDocument, CertificatesDocument, FollowCertificatesDocument } from './control.generated.ts'
import { Mirror } from './mirror.ts'
import { Questions } from './questions.ts'

/** Returns how a hostname's certificate is asked for at the API. */
export function createCertificateLookUp(client: ControlClient, log: Logger): LookUp {
  const questions = new Questions<ServedCertificate | null>({
    ask: async (hostnames, signal) => {
      const { certificates } = await client.request(CertificatesDocument, { hostnames }, { signal })
      const byName = new Map(certificates.map((certificate) => [certificate.name, certificate]))
      return (hostname) => byName.get(hostname) ?? byName.get(wildcardOf(hostname)) ?? null
    },
    failureMessage: 'the API does not say which certificates hostnames have; those that are known stay',
    log,
  })
  return (hostname) => questions.find(hostname)
}

export interface CertificateFeedOptions {
  /** The edge's id in tunnel reports. */
  edgeId: string
  client: ControlClient
  certificates: Pick<ServedCertificates, 'renew' | 'doubt'>
  challenges: Challenges
  /** Time between two looks, whatever events say; milliseconds. */
  certificatesMs: number
  /** Time from the begin of the subscription to another look, in milliseconds. */
  secondLookMs: number
  log: Logger
}

/**
 * Learns from the API which certificates changed and which challenges are open, and tells it how far this edge has come. While the API is away,
 * what is known stays.
 */
export class CertificateFeed {
  readonly #options: CertificateFeedOptions
  readonly #mirror: Mirror
  readonly #unsubscribe: () => void
  /** The version up to which this edge serves everything; null before the first answer. */
  #version: number | null = null

  constructor(options: CertificateFeedOptions) {
    const { client, certificatesMs, secondLookMs, log } = options
    this.#options = options
    this.#mirror = new Mirror({
      ask: (signal) => this.#follow(signal),
      everyMs: certificatesMs,
      failureMessage: 'the API does not say which certificates changed; those that are known stay',
      log,
    })
    this.#unsubscribe = client.subscribe(
      CertificatesChangedDocument,
      {},
      {
        onNext: () => void this.#mirror.refresh(),
        onConnected: () => void this.#mirror.refresh(secondLookMs),
      },
    )
  }

  close(): void {
    this.#unsubscribe()
    this.#mirror.close()
  }

  /** Asks until nothing is new. The question after the last change tells the API that this edge has reached it. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { client, edgeId, certificates, challenges } = this.#options
    for (let isReached = false; !isReached;) {
      const since = this.#version
      const answer = await client.request(FollowCertificatesDocument, { input: { edgeId, version: since } }, { signal })
      const { names, version, hasMore } = answer.followCertificates
      challenges.set(answer.followCertificates.challenges)
      // Changes are named from the first answer on: what was asked before may have changed since. Another database, or one that was restored from
      // a backup, counts on from its own version. Either way everything is asked for anew.
      if (since === null || version < since) certificates.doubt()
      await certificates.renew(names)
      isReached = version === since && !hasMore
      this.#version = version
    }
  }
}
