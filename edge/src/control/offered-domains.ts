import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import { OfferedDomainsDocument } from './control.generated.ts'

const freshMs = 60_000
const timeoutMs = 2_000

/** The domains on which the operator offers gateways, as they were within the last minute. */
export class OfferedDomains {
  readonly #client: ControlClient
  readonly #log: Logger
  #domains: Promise<ReadonlySet<string>> = Promise.resolve(new Set())
  #freshUntilMs = 0

  constructor(client: ControlClient, log: Logger) {
    this.#client = client
    this.#log = log
  }

  async has(domain: string): Promise<boolean> {
    const now = performance.now()
    if (now >= this.#freshUntilMs) {
      this.#freshUntilMs = now + freshMs
      this.#domains = this.#read(this.#domains)
    }
    return (await this.#domains).has(domain)
  }

  /** Where the API does not answer, what was known before still counts, and the next one who wants to know asks again. */
  async #read(before: Promise<ReadonlySet<string>>): Promise<ReadonlySet<string>> {
    try {
      const { site } = await this.#client.request(
        OfferedDomainsDocument,
        {},
        { signal: AbortSignal.timeout(timeoutMs) },
      )
      return new Set(site.availableSubpointDomains.map(({ domain }) => domain))
    } catch (error) {
      this.#log.warn({ err: error }, 'the API does not say which domains are offered')
      this.#freshUntilMs = 0
      return await before
    }
  }
}
