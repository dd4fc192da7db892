import type { ControlClient } from '@culvert/control-client'
import type { AccountRatesInput } from '@culvert/schema/client-types'
import type { Logger } from 'pino'
import type { Accounts } from '../accounts/accounts.ts'
import { ReportRatesDocument } from './control.generated.ts'
import { PeriodicReport } from './periodic-report.ts'

export interface RateReportsOptions {
  edgeId: string
  /** Whether other edges count against the same limits. */
  sharesLimits: boolean
  client: ControlClient
  accounts: Accounts
  /** Time between two reports, in milliseconds. */
  ratesMs: number
  log: Logger
}

/** Reports to the API how much of their limits accounts use. */
export class RateReports {
  readonly #accounts: Accounts
  readonly #report: PeriodicReport<AccountRatesInput>
  /** The accounts whose last report was above zero: the zero that follows must be reported. */
  #busy = new Set<string>()

  constructor({ edgeId, sharesLimits, client, accounts, ratesMs, log }: RateReportsOptions) {
    this.#accounts = accounts
    this.#report = new PeriodicReport({
      everyMs: ratesMs,
      take: () => this.#takeFigures(),
      send: async (rates, signal) => {
        await client.request(ReportRatesDocument, { input: { edgeId, sharesLimits, accounts: rates } }, { signal })
      },
      failureMessage: 'the API does not accept rates',
      log,
    })
  }

  close(): void {
    this.#report.close()
  }

  #takeFigures(): AccountRatesInput[] {
    const wereBusy = this.#busy
    this.#busy = new Set()
    const rows: AccountRatesInput[] = []
    for (const account of this.#accounts.list()) {
      const accountId = account.id
      const figures = account.takeFigures()
      const isBusy = figures.requestsPerMinutePeak > 0 || figures.openRequestsPeak > 0
      if (isBusy) this.#busy.add(accountId)
      if (isBusy || wereBusy.has(accountId)) rows.push({ accountId, ...figures })
    }
    return rows
  }
}
