import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import { OfferedDomainsChangedDocument, OfferedDomainsDocument } from './control.generated.ts'
import { ApiMirror } from './api-mirror.ts'

const timeoutMs = 2_000

export interface OfferedDomainsOptions {
  client: ControlClient
  /** Time from the start of the subscription to another check, in milliseconds. */
  recheckMs: number
  log: Logger
}

/** The domains on which the operator offers gateways, at most half a minute old. */
export class OfferedDomains {
  readonly #mirror: ApiMirror
  #known: ReadonlySet<string> | undefined

  constructor({ client, recheckMs, log }: OfferedDomainsOptions) {
    this.#mirror = new ApiMirror({
      ask: async (stop) => {
        const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
        const { site } = await client.request(OfferedDomainsDocument, {}, { signal })
        this.#known = new Set(site.availableSubpointDomains.map(({ domain }) => domain))
      },
      failureMessage: 'the API does not say which domains are offered',
      log,
    })
    this.#mirror.follow(client, OfferedDomainsChangedDocument, recheckMs)
  }

  async has(domain: string): Promise<boolean> {
    await this.#mirror.load()
    return this.#known?.has(domain) === true
  }

  /** The domains as far as known; undefined before the first answer. */
  get known(): ReadonlySet<string> | undefined {
    return this.#known
  }

  close(): void {
    this.#mirror.close()
  }
}
