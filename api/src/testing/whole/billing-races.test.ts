import { expect } from 'vitest'
import { assignPlan } from '../../features/subscriptions/operator.ts'
import { addMonths } from '../../features/invoices/rules.ts'
import { invoiceNextPeriods } from '../../features/invoices/service.ts'
import { addMs } from '../../ground/clock.ts'
import type { TestClient } from '../client.ts'
import type { Member } from '../seed.ts'
import { accountGate, call, describeRaces, type Nodes, type Race, tally } from './races.ts'

/** The owner of an account on the free plan, in an installation where plan changes create invoices. */
async function openFreeAccount({ first, db }: Nodes): Promise<Member> {
  await db.updateTable('globalConfig').set({ planChanges: 'manual' }).execute()
  return await first.seed.owner('Ada')
}

const planId = async ({ db }: Nodes, name: string) =>
  (await db.selectFrom('plans').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

const invoicesOf = async ({ db }: Nodes, { accountId }: Member) =>
  await db.selectFrom('invoices').selectAll().where('accountId', '=', accountId).orderBy('periodStart').execute()

const activePlans = async ({ db }: Nodes, { accountId }: Member) =>
  await db
    .selectFrom('accountPlans')
    .innerJoin('plans', 'plans.id', 'accountPlans.planId')
    .select('name')
    .where('accountId', '=', accountId)
    .where('accountPlans.isActive', '=', true)
    .execute()

const races: Race[] = [
  {
    guarantee: 'a plan that is requested twice changes once, with one invoice',
    prepare: async (nodes) => {
      const ada = await openFreeAccount(nodes)
      const input = { accountId: ada.accountId, planId: await planId(nodes, 'Pro') }
      return {
        gate: accountGate(ada),
        operations: [ada.client, ada.at(nodes.second)].map((client) => () => call(client, 'changePlan', input)),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 1 })
          expect(await activePlans(nodes, ada)).toEqual([{ name: 'Pro' }])
          expect(await invoicesOf(nodes, ada)).toMatchObject([{ status: 'pending' }])
        },
      }
    },
  },
  {
    guarantee: 'a plan that is requested twice with one idempotencyKey changes once, and both get its invoice',
    prepare: async (nodes) => {
      const ada = await openFreeAccount(nodes)
      const input = { accountId: ada.accountId, planId: await planId(nodes, 'Pro'), idempotencyKey: ada.accountId }
      const answers: unknown[] = []
      const change = (client: TestClient) => async () =>
        answers.push(await call(client, 'changePlan', input, 'outcome message invoice { id dueDate }'))
      return {
        gate: accountGate(ada),
        operations: [change(ada.client), change(ada.at(nodes.second))],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 2 })
          expect(answers[1]).toEqual(answers[0])
          expect(await invoicesOf(nodes, ada)).toMatchObject([{ status: 'pending' }])
        },
      }
    },
  },
  {
    guarantee: 'an account that is deleted while its plan changes has no plan and owes nothing',
    prepare: async (nodes) => {
      const ada = await openFreeAccount(nodes)
      const { accountId, namespace } = ada
      const input = { accountId, planId: await planId(nodes, 'Pro') }
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'changePlan', input),
          () => call(ada.at(nodes.second), 'deleteAccount', { accountId, namespace }),
        ],
        check: async ([change = '', deletion]) => {
          // The change may come first, and its answer shows an account that has been deleted by then.
          expect(['OK', 'NOT_FOUND']).toContain(change)
          expect(deletion).toBe('OK')
          expect(await activePlans(nodes, ada)).toEqual([])
          expect((await invoicesOf(nodes, ada)).filter(({ status }) => status !== 'cancelled')).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'an owner who transfers the account while changing its plan changes it before that or not at all',
    prepare: async (nodes) => {
      const ada = await openFreeAccount(nodes)
      const { accountId } = ada
      const { membershipId: memberId } = await ada.invite('Mia', 'viewer')
      const input = { accountId, planId: await planId(nodes, 'Pro') }
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'changePlan', input),
          () => call(ada.at(nodes.second), 'transferOwnership', { accountId, memberId }),
        ],
        check: async ([change, transfer]) => {
          expect(transfer).toBe('OK')
          const [plan] = await activePlans(nodes, ada)
          expect([change, plan?.name]).toEqual(change === 'OK' ? ['OK', 'Pro'] : ['FORBIDDEN', 'Early Access'])
        },
      }
    },
  },
  {
    guarantee: 'an invoice is marked as paid once',
    prepare: async (nodes) => {
      const ada = await openFreeAccount(nodes)
      const { invoice } = await assignPlan(nodes.first.app, ada.accountId, 'Pro')
      const id = invoice?.id ?? ''
      return {
        gate: { table: 'invoices', id },
        operations: [ada.client, ada.at(nodes.second)].map((client) => () => call(client, 'markInvoicePaid', { id })),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 1 })
          expect(await invoicesOf(nodes, ada)).toMatchObject([{ status: 'paid' }])
        },
      }
    },
  },
  {
    guarantee: 'an invoice that is paid while its plan changes is paid or cancelled, not both',
    prepare: async (nodes) => {
      const ada = await openFreeAccount(nodes)
      const { accountId } = ada
      const { invoice } = await assignPlan(nodes.first.app, accountId, 'Pro')
      const id = invoice?.id ?? ''
      const input = { accountId, planId: await planId(nodes, 'Early Access') }
      return {
        gate: { table: 'invoices', id },
        operations: [
          () => call(ada.client, 'markInvoicePaid', { id }),
          () => call(ada.at(nodes.second), 'changePlan', input),
        ],
        check: async ([payment, change]) => {
          expect(change).toBe('OK')
          const [after] = await invoicesOf(nodes, ada)
          expect([payment, after?.status]).toEqual(payment === 'OK' ? ['OK', 'paid'] : ['CONFLICT', 'cancelled'])
        },
      }
    },
  },
  {
    guarantee: 'a period that has begun is invoiced once',
    prepare: async (nodes) => {
      const ada = await openFreeAccount(nodes)
      const { accountId } = ada
      await assignPlan(nodes.first.app, accountId, 'Pro')
      const periodStart = addMs(addMonths(nodes.first.clock.now(), -1), -60_000)
      const ofAccount = nodes.db.updateTable('invoices').where('accountId', '=', accountId)
      await ofAccount.set({ periodStart, periodEnd: addMonths(periodStart, 1) }).execute()
      await nodes.db
        .updateTable('accountPlans')
        .set({ startsAt: periodStart })
        .where('accountId', '=', accountId)
        .where('isActive', '=', true)
        .execute()
      return {
        gate: accountGate(ada),
        operations: [nodes.first, nodes.second].map((node) => () => invoiceNextPeriods(node.app, accountId)),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 2 })
          expect(await invoicesOf(nodes, ada)).toMatchObject([
            { periodStart },
            { periodStart: addMonths(periodStart, 1) },
          ])
        },
      }
    },
  },
]

describeRaces('billing', races)
