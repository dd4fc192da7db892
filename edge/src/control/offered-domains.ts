import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import { OfferedDomainsChangedDocument, OfferedDomainsDocument } from './control.generated.ts'
import { Mirror } from './mirror.ts'

const timeoutMs = 2_000

export interface OfferedDomainsOptions {
  client: ControlClient
  /** Time from the begin of the subscription to another look, in milliseconds. */
  secondLookMs: number
  log: Logger
}

/** The domains on which the operator offers gateways, as they were within the last half minute. */
export class OfferedDomains {
  readonly #mirror: Mirror
  readonly #unsubscribe: () => void
  #known: ReadonlySet<string> | undefined

  constructor({ client, secondLookMs, log }: OfferedDomainsOptions) {
    this.#mirror = new Mirror({
      ask: async (stop) => {
        const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
        const { site } = await client.request(OfferedDomainsDocument, {}, { signal })
        this.#known = new Set(site.availableSubpointDomains.map(({ domain }) => domain))
      },
      failureMessage: 'the API does not say which domains are offered',
      log,
    })
    this.#unsubscribe = client.subscribe(
      OfferedDomainsChangedDocument,
      {},
      {
        // Read again rather than taken from the event: an answer that is under way may be older, and would undo it.
        onNext: () => void this.#mirror.refresh(),
        onConnected: () => void this.#mirror.refresh(secondLookMs),
      },
    )
  }

  async has(domain: string): Promise<boolean> {
    await this.#mirror.load()
    return this.#known?.has(domain) === true
  }

  /** The domains as far as they are known; undefined before the first answer. */
  get known(): ReadonlySet<string> | undefined {
    return this.#known
  }

  close(): void {
    this.#unsubscribe()
    this.#mirror.close()
  }
}
