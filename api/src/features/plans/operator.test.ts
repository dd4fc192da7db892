import { afterEach, describe, expect, it } from 'vitest'
import type { PlanChangeMode } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AccountDocument,
  BillingDocument,
  PlansDocument,
  SiteChangedDocument,
  ViewerDocument,
} from '../../testing/generated/documents.ts'
import { signUp } from '../../testing/sign-up.ts'
import { listInvoices, setInvoiceStatus } from '../invoices/operator.ts'
import { assignPlan } from '../subscriptions/operator.ts'
import { createPlan, listAllPlans, updatePlan } from '../plans/operator.ts'
import { seededPlans } from '../plans/rules.ts'
import { seedPlans } from '../plans/service.ts'
import type { PlanTerms } from '../plans/terms.ts'

describeApi('billing by the operator', (api) => {
  afterEach(() => setMode('coming_soon'))

  const setMode = async (planChanges: PlanChangeMode) => {
    await api.app.db.updateTable('globalConfig').set({ planChanges }).execute()
  }
  let count = 0
  const terms = (change: Partial<PlanTerms> = {}): PlanTerms => {
    count += 1
    return { ...seededPlans[1]!, name: `Team ${count}`, priceMonthly: 49.5, isActive: false, ...change }
  }
  /** Signs up, and returns the plan of the user's account. */
  const planOfNewAccount = async () => {
    const { client } = await signUp(api)
    const { id } = (await client.run(ViewerDocument, {})).viewer.memberships[0]!.account
    return (await client.run(AccountDocument, { id })).account.plan
  }
  const auditOf = async (objectId: string) =>
    await api.app.db
      .selectFrom('auditEntries')
      .select(['action', 'actorKind', 'changes'])
      .where('objectId', '=', objectId)
      .orderBy('position')
      .execute()

  describe('plans', () => {
    it('are created and updated by id or name, offered only if active, and entered in the audit log', async () => {
      const plan = await createPlan(api.app, terms({ name: 'Team' }))
      expect((await listAllPlans(api.app)).map(({ name }) => name)).toEqual(['Early Access', 'Pro', 'Team', 'Custom'])
      expect((await api.client().run(PlansDocument, {})).plans.map(({ name }) => name)).not.toContain('Team')

      const changed = { ...plan, isActive: true, providerProductId: 'price_team' }
      expect(await updatePlan(api.app, 'Team', { isActive: true, providerProductId: 'price_team' })).toEqual(changed)
      expect(await updatePlan(api.app, plan.id, { priceMonthly: 50 })).toEqual({ ...changed, priceMonthly: 50 })
      expect((await api.client().run(PlansDocument, {})).plans.map(({ name }) => name)).toContain('Team')
      expect(await auditOf(plan.id)).toEqual([
        { action: 'plan.created', actorKind: 'OPERATOR', changes: null },
        {
          action: 'plan.updated',
          actorKind: 'OPERATOR',
          changes: { isActive: { from: false, to: true }, providerProductId: { from: null, to: 'price_team' } },
        },
        { action: 'plan.updated', actorKind: 'OPERATOR', changes: { priceMonthly: { from: 49.5, to: 50 } } },
      ])
    })

    it('are announced to dashboards when they change', async () => {
      const { client } = await api.seed.owner('Ada')
      await api.runJobs()
      const changes = await client.subscribe(SiteChangedDocument, {})
      await updatePlan(api.app, 'Pro', { maxSubpoints: 21 })
      await api.runJobs()
      expect(await changes.next()).toMatchObject({ siteChanged: { brandName: 'Culvert' } })
      await changes.close()
      await updatePlan(api.app, 'Pro', { maxSubpoints: seededPlans[1]!.maxSubpoints })
    })

    it.each<[Partial<PlanTerms>, string]>([
      [{ name: ' ' }, 'name must be a name'],
      [{ priceMonthly: 9.999 }, 'priceMonthly must be an amount of USD with at most two decimals'],
      [{ priceMonthly: 0 }, 'priceMonthly must be 0 for a free plan, and for no other'],
      [{ type: 'free' }, 'priceMonthly must be 0 for a free plan, and for no other'],
      [
        { maxDomains: -2, maxSubpoints: 1.5 },
        'maxSubpoints must be a whole number, or -1 for unlimited; maxDomains must be a whole number, or -1 for unlimited',
      ],
      [{ providerProductId: '' }, 'providerProductId must be the id of a price or a product'],
    ])('with %j are refused', async (change, message) => {
      await expect(createPlan(api.app, terms(change))).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(message),
      })
    })

    it('have unique names and product ids', async () => {
      const { name } = await createPlan(api.app, terms({ providerProductId: 'prod_1' }))
      await expect(createPlan(api.app, terms({ name }))).rejects.toMatchObject({ code: 'CONFLICT', field: 'name' })
      await expect(updatePlan(api.app, 'Pro', { providerProductId: 'prod_1' })).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'providerProductId',
      })
    })

    it('cannot lose the free plan of new accounts, and are NOT_FOUND by an unknown name', async () => {
      await expect(updatePlan(api.app, 'Early Access', { isActive: false })).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(updatePlan(api.app, 'Nothing', {})).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringContaining('There is no plan "Nothing". There are: Early Access, Pro'),
      })
      expect(await planOfNewAccount()).toEqual({ name: 'Early Access', type: 'free' })
    })

    it('lose no change if several are made simultaneously, nor the last free plan', async () => {
      const plan = await createPlan(api.app, terms())
      await Promise.all([
        updatePlan(api.app, plan.id, { priceMonthly: 60 }),
        updatePlan(api.app, plan.id, { maxDomains: 33 }),
        updatePlan(api.app, plan.id, { maxSubpoints: 44 }),
      ])
      const changed = (await listAllPlans(api.app)).find(({ id }) => id === plan.id)
      expect(changed).toMatchObject({ priceMonthly: 60, maxDomains: 33, maxSubpoints: 44 })

      const { name } = await createPlan(api.app, { ...seededPlans[0]!, name: `Free ${count}`, isActive: true })
      const withdrawn = await Promise.allSettled(
        ['Early Access', name].map((free) => updatePlan(api.app, free, { isActive: false })),
      )
      expect(withdrawn.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await updatePlan(api.app, 'Early Access', { isActive: true })
      await updatePlan(api.app, name, { isActive: false })
    })

    it('keep the name that the operator gave them: a start adds none of those that an installation begins with', async () => {
      const names = async () => (await listAllPlans(api.app)).map(({ name }) => name).toSorted()
      const before = await names()
      await updatePlan(api.app, 'Early Access', { name: 'Starter' })
      try {
        await seedPlans(api.app.db)
        expect(await names()).toEqual(before.map((name) => (name === 'Early Access' ? 'Starter' : name)).toSorted())
        expect(await planOfNewAccount()).toEqual({ name: 'Starter', type: 'free' })
      } finally {
        await updatePlan(api.app, 'Starter', { name: 'Early Access' })
      }
    })

    it('can replace the free plan of new accounts by another one', async () => {
      const { name } = await createPlan(api.app, { ...seededPlans[0]!, name: 'Starter', isActive: true })
      await updatePlan(api.app, 'Early Access', { isActive: false })
      expect(await planOfNewAccount()).toEqual({ name, type: 'free' })
      await updatePlan(api.app, 'Early Access', { isActive: true })
      await updatePlan(api.app, name, { isActive: false })
      expect(await planOfNewAccount()).toEqual({ name: 'Early Access', type: 'free' })
    })
  })

  describe('assignPlan', () => {
    it('puts an account on any plan, with an invoice only in manual mode', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      expect(await assignPlan(api.app, accountId, 'Custom')).toMatchObject({
        plan: { name: 'Custom' },
        invoice: undefined,
      })
      await setMode('manual')
      const { name, id } = await createPlan(api.app, terms())
      expect(await assignPlan(api.app, accountId, id)).toMatchObject({ invoice: { planName: name, amount: 49.5 } })
      expect((await ada.client.run(BillingDocument, { accountId })).account).toMatchObject({
        plan: { name, isActive: false },
        invoices: [{ amount: 49.5 }],
      })
      await expect(assignPlan(api.app, accountId, name)).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(assignPlan(api.app, 'nobody', name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      const changes = (await auditOf(accountId)).map((entry) => [entry.actorKind, entry.changes])
      expect(changes).toEqual([
        ['OPERATOR', { plan: { from: 'Early Access', to: 'Custom' } }],
        ['OPERATOR', { plan: { from: 'Custom', to: name } }],
      ])
    })
  })

  describe('setInvoiceStatus', () => {
    it.each<PlanChangeMode>(['coming_soon', 'manual', 'provider'])(
      'makes any permitted transition in the mode %s, with an entry in the audit log',
      async (mode) => {
        const paths = [
          ['failed', 'pending', 'failed', 'paid', 'pending', 'paid', 'pending', 'cancelled'],
          ['failed', 'cancelled'],
        ] as const
        for (const path of paths) {
          await setMode('manual')
          const { accountId } = await api.seed.owner('Ada')
          await assignPlan(api.app, accountId, 'Pro')
          await setMode(mode)
          const [invoice] = await listInvoices(api.app, { accountId }, 10)
          const { id } = invoice!
          for (const status of path) {
            expect(await setInvoiceStatus(api.app, id, status)).toEqual({ ...invoice!, status })
          }
          await expect(setInvoiceStatus(api.app, id, 'paid')).rejects.toMatchObject({ code: 'CONFLICT' })
          const actions = path.map((status) => `invoice.${status}`)
          expect((await auditOf(id)).map(({ action }) => action)).toEqual(['invoice.opened', ...actions])
        }
        await expect(setInvoiceStatus(api.app, 'none', 'paid')).rejects.toMatchObject({ code: 'NOT_FOUND' })
      },
    )
  })
})
