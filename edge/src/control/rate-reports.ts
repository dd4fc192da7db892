import type { ControlClient } from '@culvert/control-client'
import type { AccountRatesInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import { ReportRatesDocument } from './control.generated.ts'

export interface RateReportsOptions {
  edgeId: string
  client: ControlClient
  accounts: Accounts
  /** Time between two reports, in milliseconds. */
  ratesMs: number
  log: Logger
}

const accountsPerReport = 1_000

/** Tells the API what accounts use of their limits. It is for people to look at: what cannot be told is not kept. */
export class RateReports {
  readonly #options: RateReportsOptions
  readonly #timer: NodeJS.Timeout
  readonly #stop = new AbortController()
  /** Accounts whose last report said more than zero: the zero that follows is news. */
  #busy = new Set<string>()
  #isSending = false
  #hasFailed = false

  constructor(options: RateReportsOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#report(), options.ratesMs)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#stop.abort()
  }

  async #report(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    const { client, edgeId, log } = this.#options
    const accounts = this.#takeFigures()
    try {
      for (let at = 0; at < accounts.length; at += accountsPerReport) {
        const input = { edgeId, accounts: accounts.slice(at, at + accountsPerReport) }
        await client.request(ReportRatesDocument, { input }, { signal: this.#stop.signal })
      }
      this.#hasFailed = false
    } catch (error) {
      if (!this.#hasFailed) log.warn({ err: error }, 'the API does not take rates')
      this.#hasFailed = true
    }
    this.#isSending = false
  }

  #takeFigures(): AccountRatesInput[] {
    const wereBusy = this.#busy
    this.#busy = new Set()
    const rows: AccountRatesInput[] = []
    for (const account of this.#options.accounts.list()) {
      const accountId = account.id
      const figures = account.takeFigures()
      const isBusy = figures.requestsPerMinutePeak > 0 || figures.openRequestsPeak > 0
      if (isBusy) this.#busy.add(accountId)
      if (isBusy || wereBusy.has(accountId)) rows.push({ accountId, ...figures })
    }
    return rows
  }
}
