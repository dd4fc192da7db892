import { beforeEach, describe, expect, it } from 'vitest'
import type { PlanChangeMode } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AuditLogDocument,
  BillingChangedDocument,
  BillingDocument,
  ChangePlanDocument,
  DeleteAccountDocument,
  MarkInvoicePaidDocument,
  OpenBillingPortalDocument,
  PlanInForceDocument,
  PlansDocument,
  UpdateAccountDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { addMonths } from '../invoices/rules.ts'
import { invoiceNextPeriods } from '../invoices/service.ts'
import { assignPlan } from './operator.ts'
import { resumeAccount, suspendAccount } from '../suspensions/service.ts'
import { setPlanChanges, updatePlan } from '../plans/operator.ts'
import { seedPlans } from '../plans/service.ts'

const gb = 1024 ** 3

const dayMs = 24 * 60 * 60 * 1_000

describeApi('billing', (api) => {
  beforeEach(() => setMode('manual'))

  const setMode = async (planChanges: PlanChangeMode) => {
    await api.app.db.updateTable('globalConfig').set({ planChanges }).execute()
  }
  const planId = async (name: string) => {
    const { id } = await api.app.db.selectFrom('plans').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    return id
  }
  /** Signs the member in again, so that the client works even after months. */
  const clientOf = async ({ user }: Member) => (await api.seed.session(user)).client
  const change = async (member: Member, name: string) => {
    const input = { accountId: member.accountId, planId: await planId(name) }
    return (await (await clientOf(member)).run(ChangePlanDocument, { input })).changePlan
  }
  const billingOf = async (member: Member) =>
    (await (await clientOf(member)).run(BillingDocument, { accountId: member.accountId })).account
  const invoicesOf = async (member: Member) => (await billingOf(member)).invoices
  const markPaid = async (member: Member, id: string) =>
    (await (await clientOf(member)).run(MarkInvoicePaidDocument, { input: { id } })).markInvoicePaid.invoice
  const actionsOf = async (member: Member) => {
    const variables = { accountId: member.accountId }
    const { account } = await (await clientOf(member)).run(AuditLogDocument, variables)
    return account.auditLog.nodes.map(({ action }) => action)
  }
  /** Adds traffic on the day of an instant. */
  const send = async ({ accountId }: Member, dataOutBytes: number, at: Date) => {
    const date = at.toISOString().slice(0, 10)
    const rest = { gatewayId: null, apiRequests: 0, failedRequests: 0, dataInBytes: 0, agentRunSeconds: 0 }
    await api.app.db
      .insertInto('usageMetrics')
      .values({ accountId, date, dataOutBytes, ...rest })
      .execute()
  }
  const advanceTo = (instant: Date) => api.clock.advance(instant.getTime() - api.clock.now().getTime())

  describe('plans', () => {
    it('lists the offered plans to everybody, cheapest first', async () => {
      const { plans } = await api.client().run(PlansDocument, {})
      expect(plans).toEqual([
        {
          id: expect.any(String),
          name: 'Early Access',
          type: 'free',
          isFree: true,
          priceMonthly: 0,
          priceMonthlyCents: 0,
          currency: 'USD',
          maxSubpoints: 3,
          maxDomains: 0,
          maxTeamMembers: 3,
          maxConcurrentAgents: 2,
          maxApiRequests: 10_000,
          maxDataOutGb: 5,
          maxAgentHoursMonthly: 100,
          maxIpRestrictions: 0,
          allowsNamespaceChange: false,
        },
        expect.objectContaining({
          name: 'Pro',
          type: 'pro',
          isFree: false,
          priceMonthlyCents: 1_200,
          maxConcurrentAgents: 10,
        }),
        expect.objectContaining({
          name: 'Custom',
          type: 'custom',
          isFree: false,
          priceMonthly: null,
          priceMonthlyCents: null,
          maxSubpoints: -1,
        }),
      ])
    })

    it("keeps the operator's changes when the program restarts", async () => {
      const { db } = api.app
      await db.updateTable('plans').set({ maxSubpoints: 5 }).where('name', '=', 'Early Access').execute()
      await seedPlans(db)
      const { plans } = await api.client().run(PlansDocument, {})
      expect(plans).toHaveLength(3)
      expect(plans[0]).toMatchObject({ name: 'Early Access', maxSubpoints: 5 })
    })
  })

  describe('changePlan in coming_soon mode', () => {
    it('changes nothing and says so', async () => {
      await setMode('coming_soon')
      const ada = await api.seed.owner('Ada')
      expect(await change(ada, 'Pro')).toEqual({
        account: { plan: { name: 'Early Access' } },
        outcome: 'COMING_SOON',
        message: 'Thanks for the interest! This feature is coming soon. Stay tuned!',
        invoice: null,
        checkoutUrl: null,
      })
      expect(await invoicesOf(ada)).toEqual([])
      expect(await actionsOf(ada)).toEqual([])
    })
  })

  describe('changePlan in manual mode', () => {
    it('ends the old plan, starts the new one, and opens an invoice for one month that is due in 7 days', async () => {
      const ada = await api.seed.owner('Ada')
      const before = api.clock.now()
      const { invoice, ...answer } = await change(ada, 'Pro')
      expect(answer).toEqual({
        account: { plan: { name: 'Pro' } },
        outcome: 'CHANGED',
        message: expect.stringMatching(
          /^You are on the Pro plan now\. Its invoice of \$12\.00 is due on \d+ \w+ \d{4}\.$/,
        ),
        checkoutUrl: null,
      })
      expect(invoice).toEqual({
        id: expect.any(String),
        description: 'Pro Plan - Monthly',
        plan: { name: 'Pro', type: 'pro' },
        amount: 12,
        amountCents: 1_200,
        currency: 'USD',
        overage: null,
        periodStart: expect.any(String),
        periodEnd: addMonths(new Date(invoice!.periodStart), 1).toISOString(),
        dueDate: new Date(new Date(invoice!.createdAt).getTime() + 7 * dayMs).toISOString(),
        status: 'pending',
        createdAt: expect.any(String),
        viewerCanMarkPaid: true,
      })
      expect(new Date(invoice!.periodStart).getTime()).toBeGreaterThanOrEqual(before.getTime())
      expect(await invoicesOf(ada)).toEqual([invoice])

      const rows = await api.app.db
        .selectFrom('accountPlans')
        .innerJoin('plans', 'plans.id', 'accountPlans.planId')
        .select(['name', 'accountPlans.isActive', 'startsAt', 'endsAt'])
        .where('accountId', '=', ada.accountId)
        .orderBy('startsAt')
        .execute()
      const changedAt = new Date(invoice!.periodStart)
      expect(rows).toEqual([
        { name: 'Early Access', isActive: false, startsAt: expect.any(Date), endsAt: changedAt },
        { name: 'Pro', isActive: true, startsAt: changedAt, endsAt: null },
      ])
      expect(await actionsOf(ada)).toEqual(['invoice.opened', 'account.plan_changed'])
    })

    it('notifies subscribers of the account and applies the new limits immediately', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const changes = await ada.client.subscribe(BillingChangedDocument, { accountId })
      const rename = { input: { accountId, namespace: `${ada.namespace}-2` } }
      await expect(ada.client.run(UpdateAccountDocument, rename)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
      await change(ada, 'Pro')
      expect((await changes.next()).accountChanged.plan.name).toBe('Pro')
      await ada.client.run(UpdateAccountDocument, rename)
      await changes.close()
    })

    it('keeps gateways beyond the limit on a downgrade, but refuses new ones', async () => {
      const ada = await api.seed.owner('Ada')
      await change(ada, 'Pro')
      for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await ada.gateway(name)
      const { outcome, invoice, message } = await change(ada, 'Early Access')
      expect({ outcome, invoice, message }).toEqual({
        outcome: 'CHANGED',
        invoice: null,
        message: 'You are on the Early Access plan now.',
      })
      await expect(ada.gateway('seven')).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
      const { count } = await api.app.db
        .selectFrom('gateways')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('accountId', '=', ada.accountId)
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow()
      expect(count).toBe(6)
    })

    it('cancels an invoice that is not due yet along with its plan, but not one that is overdue or paid', async () => {
      const ada = await api.seed.owner('Ada')
      await change(ada, 'Pro')
      await change(ada, 'Early Access')
      expect(await invoicesOf(ada)).toMatchObject([{ status: 'cancelled', viewerCanMarkPaid: false }])

      await change(ada, 'Pro')
      api.clock.advance(8 * dayMs)
      await change(ada, 'Early Access')
      expect((await invoicesOf(ada)).map(({ status }) => status)).toEqual(['pending', 'cancelled'])

      const { invoice } = await change(ada, 'Pro')
      await markPaid(ada, invoice!.id)
      await change(ada, 'Early Access')
      expect((await invoicesOf(ada)).map(({ status }) => status)).toEqual(['paid', 'pending', 'cancelled'])
    })

    it('still charges the overage of the plan that ends, even though its invoice is cancelled', async () => {
      const ada = await api.seed.owner('Ada')
      const { invoice } = await change(ada, 'Pro')
      await send(ada, 103 * gb, new Date(invoice!.periodStart))
      api.clock.advance(2 * dayMs)
      const owed = (await change(ada, 'Early Access')).invoice
      const overage = { dataOutBytes: 3 * gb, amount: 0.3 }
      expect(owed).toMatchObject({
        description: 'Data transfer over the limit',
        amount: 0.3,
        overage,
        status: 'pending',
      })
      // Not due yet: it is carried over to the next invoice, once.
      const next = (await change(ada, 'Pro')).invoice
      expect(next).toMatchObject({ amount: 12.3, amountCents: 1_230, overage })
      expect((await invoicesOf(ada)).map(({ status }) => status)).toEqual(['pending', 'cancelled', 'cancelled'])
    })

    it('changes the plan once, with one invoice, on three simultaneous requests', async () => {
      const ada = await api.seed.owner('Ada')
      const results = await Promise.allSettled([change(ada, 'Pro'), change(ada, 'Pro'), change(ada, 'Pro')])
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      expect(reasons).toHaveLength(2)
      for (const reason of reasons) {
        expect(reason).toMatchObject({ code: 'CONFLICT', message: 'This account is on Pro already.', field: 'planId' })
      }
      expect(await invoicesOf(ada)).toHaveLength(1)
    })

    it('refuses plans that are not on offer, have no price, or do not exist', async () => {
      const ada = await api.seed.owner('Ada')
      const { db } = api.app
      await db.updateTable('plans').set({ isActive: false }).where('name', '=', 'Pro').execute()
      await expect(change(ada, 'Pro')).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'planId' })
      await db.updateTable('plans').set({ isActive: true }).where('name', '=', 'Pro').execute()
      // Even if the payment provider sells it, because nothing would be paid here.
      for (const providerProductId of [null, 'prod_custom']) {
        await db.updateTable('plans').set({ providerProductId }).where('name', '=', 'Custom').execute()
        await expect(change(ada, 'Custom')).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          message: 'Custom is agreed with the operator of this installation. Write to them.',
        })
      }
      const input = { accountId: ada.accountId, planId: 'Pro' }
      await expect(ada.client.run(ChangePlanDocument, { input })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('periods', () => {
    it('get one invoice when they begin, with the overage of the previous period, also on two nodes', async () => {
      const ada = await api.seed.owner('Ada')
      const first = (await change(ada, 'Pro')).invoice!
      await send(ada, 110 * gb, new Date(first.periodStart))
      // The day on which a period ends belongs to the next one.
      await send(ada, 50 * gb, new Date(first.periodEnd))
      await api.runJobs()
      expect(await invoicesOf(ada)).toHaveLength(1)

      advanceTo(new Date(first.periodEnd))
      await Promise.all([invoiceNextPeriods(api.app, ada.accountId), invoiceNextPeriods(api.app, ada.accountId)])
      const [second, ...rest] = await invoicesOf(ada)
      expect(rest).toMatchObject([{ id: first.id }])
      expect(second).toMatchObject({
        amount: 13,
        overage: { dataOutBytes: 10 * gb, amount: 1 },
        periodStart: first.periodEnd,
        periodEnd: addMonths(new Date(first.periodStart), 2).toISOString(),
        status: 'pending',
      })
    })

    it('that passed while nothing ran are each invoiced once by the hourly job', async () => {
      const ada = await api.seed.owner('Ada')
      const first = (await change(ada, 'Pro')).invoice!
      advanceTo(addMonths(new Date(first.periodStart), 3))
      api.clock.advance(dayMs)
      await api.runJobs()
      const starts = [3, 2, 1, 0].map((months) => addMonths(new Date(first.periodStart), months).toISOString())
      expect(
        (await invoicesOf(ada))
          .map(({ periodStart }) => periodStart)
          .toSorted()
          .toReversed(),
      ).toEqual(starts)
    })

    it.each([true, false])(
      'that began are owed after a change of plan, also beyond the limit, whether or not the hourly job ran before: %s',
      async (runs) => {
        const ada = await api.seed.owner('Ada')
        const first = (await change(ada, 'Pro')).invoice!
        const start = new Date(first.periodStart)
        for (const months of [0, 1, 2]) await send(ada, (101 + months) * gb, addMonths(start, months))
        advanceTo(addMonths(start, 2))
        api.clock.advance(dayMs)
        if (runs) await invoiceNextPeriods(api.app, ada.accountId)
        await change(ada, 'Early Access')
        // Half a dollar is for what was over the limit in both periods that ended, and in the running one.
        expect((await invoicesOf(ada)).map(({ amount, status }) => `${status} ${amount}`).toSorted()).toEqual([
          'cancelled 12.2',
          'pending 0.5',
          'pending 12',
          'pending 12.1',
        ])
      },
    )

    it('are not invoiced while the account is suspended, but are once it is resumed', async () => {
      const ada = await api.seed.owner('Ada')
      const first = (await change(ada, 'Pro')).invoice!
      await suspendAccount(api.app, ada.accountId, 'Phishing.')
      advanceTo(addMonths(new Date(first.periodStart), 2))
      await invoiceNextPeriods(api.app, ada.accountId)
      await api.runJobs()
      expect(await invoicesOf(ada)).toHaveLength(1)
      await expect(assignPlan(api.app, ada.accountId, 'Custom')).rejects.toMatchObject({ code: 'CONFLICT' })
      await resumeAccount(api.app, ada.accountId)
      await invoiceNextPeriods(api.app, ada.accountId)
      expect(await invoicesOf(ada)).toHaveLength(3)
    })

    it.each([
      [
        'its plan had no price',
        () => updatePlan(api.app, 'Pro', { priceMonthly: null }),
        () => updatePlan(api.app, 'Pro', { priceMonthly: 15 }),
      ],
      ['no invoices opened', () => setPlanChanges(api.app, 'coming_soon'), () => setPlanChanges(api.app, 'manual')],
    ])('that began while %s are never invoiced, and the next one is', async (_why, stop, resume) => {
      const ada = await api.seed.owner('Ada')
      const { invoice } = await change(ada, 'Pro')
      const start = new Date(invoice!.periodStart)
      await stop()
      advanceTo(addMs(addMonths(start, 2), dayMs))
      await api.runJobs()
      await resume()
      for (const daysLater of [1, 2]) {
        advanceTo(addMs(addMonths(start, 2), daysLater * dayMs))
        await invoiceNextPeriods(api.app, ada.accountId)
      }
      expect(await invoicesOf(ada)).toHaveLength(1)
      advanceTo(addMonths(start, 3))
      await invoiceNextPeriods(api.app, ada.accountId)
      expect((await invoicesOf(ada)).map(({ periodStart }) => periodStart)).toEqual([
        addMonths(start, 3).toISOString(),
        start.toISOString(),
      ])
      await updatePlan(api.app, 'Pro', { priceMonthly: 12 })
    })

    it('are not invoiced on the free plan, in another mode, or for a deleted account', async () => {
      const [ada, bea, eve] = [await api.seed.owner('Ada'), await api.seed.owner('Bea'), await api.seed.owner('Eve')]
      for (const member of [ada, bea, eve]) await change(member, 'Pro')
      await change(ada, 'Early Access')
      const input = { accountId: eve.accountId, namespace: eve.namespace }
      await (await clientOf(eve)).run(DeleteAccountDocument, { input })
      await setMode('provider')
      api.clock.advance(40 * dayMs)
      await api.runJobs()
      for (const { accountId } of [ada, bea, eve]) {
        const rows = await api.app.db.selectFrom('invoices').select('id').where('accountId', '=', accountId).execute()
        expect(rows).toHaveLength(1)
      }
    })
  })

  describe('markInvoicePaid', () => {
    it('marks an invoice only once, even on simultaneous requests, and records it in the audit log', async () => {
      const ada = await api.seed.owner('Ada')
      const { invoice } = await change(ada, 'Pro')
      const { id } = invoice!
      const results = await Promise.allSettled([markPaid(ada, id), markPaid(ada, id)])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await expect(markPaid(ada, id)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This invoice is paid already.',
      })
      const paid = { ...invoice!, status: 'paid', viewerCanMarkPaid: false }
      expect(await invoicesOf(ada)).toEqual([paid])
      expect((await actionsOf(ada)).filter((action) => action === 'invoice.paid')).toHaveLength(1)
    })

    it('accepts an invoice whose payment failed, and refuses a cancelled one', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = (await change(ada, 'Pro')).invoice!
      await api.app.db.updateTable('invoices').set({ status: 'failed' }).where('id', '=', id).execute()
      expect(await markPaid(ada, id)).toMatchObject({ status: 'paid' })
      await api.app.db.updateTable('invoices').set({ status: 'cancelled' }).where('id', '=', id).execute()
      await expect(markPaid(ada, id)).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('is allowed in manual mode only', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = (await change(ada, 'Pro')).invoice!
      for (const mode of ['coming_soon', 'provider'] as const) {
        await setMode(mode)
        await expect(markPaid(ada, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
        expect(await invoicesOf(ada)).toMatchObject([{ status: 'pending', viewerCanMarkPaid: false }])
      }
    })
  })

  describe('roles', () => {
    it('let a super_admin pay and change plans, an admin see invoices, a viewer neither, a stranger nothing', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const { id } = (await change(ada, 'Pro')).invoice!
      const anna = await ada.invite('Anna', 'admin')
      const vera = await ada.invite('Vera', 'viewer')
      const sam = await api.seed.owner('Sam')
      const free = await planId('Early Access')

      expect(await billingOf(anna)).toMatchObject({
        viewerCanChangePlan: false,
        viewerCanSeeInvoices: true,
        invoices: [{ id, viewerCanMarkPaid: false }],
        subscription: null,
      })
      await expect(billingOf(vera)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      const { account } = await (await clientOf(vera)).run(PlanInForceDocument, { accountId })
      expect(account).toEqual({ plan: { name: 'Pro' }, viewerCanChangePlan: false, viewerCanSeeInvoices: false })

      for (const [member, code] of [
        [anna, 'FORBIDDEN'],
        [vera, 'FORBIDDEN'],
        [sam, 'NOT_FOUND'],
      ] as const) {
        const client = await clientOf(member)
        await expect(client.run(ChangePlanDocument, { input: { accountId, planId: free } })).rejects.toMatchObject({
          code,
        })
        await expect(client.run(MarkInvoicePaidDocument, { input: { id } })).rejects.toMatchObject({ code })
        await expect(client.run(OpenBillingPortalDocument, { input: { accountId } })).rejects.toMatchObject({ code })
      }
      const nobody = api.client()
      const attempts = [
        nobody.run(ChangePlanDocument, { input: { accountId, planId: free } }),
        nobody.run(MarkInvoicePaidDocument, { input: { id } }),
        nobody.run(OpenBillingPortalDocument, { input: { accountId } }),
      ]
      await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })))
    })
  })

  describe('deleting an account', () => {
    it('ends its plan and cancels its unpaid invoice', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = (await change(ada, 'Pro')).invoice!
      const input = { accountId: ada.accountId, namespace: ada.namespace }
      await (await clientOf(ada)).run(DeleteAccountDocument, { input })
      const { db } = api.app
      const plans = await db.selectFrom('accountPlans').selectAll().where('accountId', '=', ada.accountId).execute()
      expect(plans.map(({ isActive, endsAt }) => isActive || endsAt === null)).toEqual([false, false])
      expect(await db.selectFrom('invoices').select('status').where('id', '=', id).execute()).toEqual([
        { status: 'cancelled' },
      ])
    })
  })
})
