import { randomUUID } from 'node:crypto'
import { bytesPerGb } from '@culvert/schema/units'
import { beforeEach, expect, it } from 'vitest'
import { toDay } from '../../ground/clock.ts'
import { describeApi } from '../../testing/api.ts'
import { BillingDocument, ReportUsageDocument } from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { updatePlan } from '../plans/operator.ts'
import { resumeAccount, suspendAccount } from '../suspensions/service.ts'
import { assignPlan } from '../subscriptions/operator.ts'
import { addMonths } from './rules.ts'

const dayMs = 24 * 60 * 60 * 1_000

describeApi('usage that an edge reports after its period was invoiced', (api) => {
  beforeEach(async () => {
    await api.app.db.updateTable('globalConfig').set({ planChanges: 'manual' }).execute()
    await updatePlan(api.app, 'Pro', { maxDataOutGb: 100 })
  })

  const send = async ({ accountId }: Member, gb: number, at: Date) => {
    const rest = { gatewayId: null, requests: 0, failedRequests: 0, dataIn: 0, connectedSeconds: 0 }
    const rows = [{ accountId, date: toDay(at), dataOut: gb * bytesPerGb, ...rest }]
    await api.edge().run(ReportUsageDocument, { input: { reportId: randomUUID(), rows } })
  }
  const advanceTo = async (instant: Date) => {
    api.clock.advance(instant.getTime() - api.clock.now().getTime())
    await api.runJobs()
  }
  const advanceDays = (days: number) => advanceTo(new Date(api.clock.now().getTime() + days * dayMs))
  /** An account on Pro, and when that began. */
  const subscribe = async () => {
    const ada = await api.seed.owner('Ada')
    const { invoice } = await assignPlan(api.app, ada.accountId, 'Pro')
    return { ada, start: invoice!.periodStart }
  }
  /** Moves to the start of a later period, and lets it be invoiced. */
  const reachPeriod = async (start: Date, number: number) => {
    await advanceTo(addMonths(start, number))
    await advanceTo(new Date(api.clock.now().getTime() + dayMs / 24))
  }
  /** The account's invoices, oldest first, each with its amount and what is over the limit in GB. */
  const invoicesOf = async ({ user, accountId }: Member) => {
    const { client } = await api.seed.session(user)
    const { account } = await client.run(BillingDocument, { accountId })
    return account.invoices
      .map(({ amount, overage, status }) => [amount, (overage?.dataOutBytes ?? 0) / bytesPerGb, status])
      .toReversed()
  }

  it('is on the next invoice, once, beside the overage of the period before', async () => {
    const { ada, start } = await subscribe()
    await send(ada, 95, start)
    await reachPeriod(start, 1)
    await send(ada, 8, start)
    await send(ada, 7, start)
    await send(ada, 103, addMonths(start, 1))
    await reachPeriod(start, 2)
    await send(ada, 2, addMonths(start, 1))
    await reachPeriod(start, 3)
    await reachPeriod(start, 4)
    expect(await invoicesOf(ada)).toEqual([
      [12, 0, 'pending'],
      [12, 0, 'pending'],
      [13.3, 13, 'pending'],
      [12.2, 2, 'pending'],
      [12, 0, 'pending'],
    ])
  })

  it.each([50, 200, -1])('is billed by the limit of its period, whether or not that is %i GB by now', async (limit) => {
    const { ada, start } = await subscribe()
    await send(ada, 110, start)
    await reachPeriod(start, 1)
    await updatePlan(api.app, 'Pro', { maxDataOutGb: limit })
    await send(ada, 5, start)
    await reachPeriod(start, 2)
    expect(await invoicesOf(ada)).toEqual([
      [12, 0, 'pending'],
      [13, 10, 'pending'],
      [12.5, 5, 'pending'],
    ])
  })

  it('is on the invoice of the next change of plan, which it outlives', async () => {
    const { ada, start } = await subscribe()
    await send(ada, 103, start)
    await advanceTo(new Date(start.getTime() + 2 * dayMs))
    await assignPlan(api.app, ada.accountId, 'Early Access')
    await send(ada, 4, start)
    await assignPlan(api.app, ada.accountId, 'Pro')
    await assignPlan(api.app, ada.accountId, 'Early Access')
    await advanceDays(40)
    expect(await invoicesOf(ada)).toEqual([
      [12, 0, 'cancelled'],
      [0.3, 3, 'cancelled'],
      [12.7, 7, 'cancelled'],
      [0.7, 7, 'pending'],
    ])
  })

  it('is on an invoice of its own, beside the overage of its period, if the plan has no price any more', async () => {
    const { ada, start } = await subscribe()
    await send(ada, 110, start)
    await updatePlan(api.app, 'Pro', { priceMonthly: null })
    await reachPeriod(start, 1)
    const billed = [
      [12, 0, 'pending'],
      [1, 10, 'pending'],
    ]
    expect(await invoicesOf(ada)).toEqual(billed)
    await send(ada, 5, start)
    await advanceDays(31)
    await advanceDays(31)
    await assignPlan(api.app, ada.accountId, 'Early Access')
    expect(await invoicesOf(ada)).toEqual([...billed, [0.5, 5, 'pending']])
    await updatePlan(api.app, 'Pro', { priceMonthly: 12 })
  })

  it('is on an invoice of its own, 30 days later, if no other follows, but not while the account is suspended', async () => {
    const { ada, start } = await subscribe()
    await send(ada, 100, start)
    await advanceTo(new Date(start.getTime() + 2 * dayMs))
    await assignPlan(api.app, ada.accountId, 'Early Access')
    await send(ada, 1, start)
    await advanceDays(20)
    await send(ada, 2, start)
    // Nothing beyond the free plan is billed.
    await send(ada, 500, api.clock.now())
    expect(await invoicesOf(ada)).toEqual([[12, 0, 'cancelled']])
    await suspendAccount(api.app, ada.accountId, 'Phishing.')
    await advanceDays(100)
    expect(await invoicesOf(ada)).toHaveLength(1)
    await resumeAccount(api.app, ada.accountId)
    await advanceDays(1)
    await advanceDays(40)
    expect(await invoicesOf(ada)).toEqual([
      [12, 0, 'cancelled'],
      [0.3, 3, 'pending'],
    ])
  })
})
