import { randomUUID } from 'node:crypto'
import { bytesPerGb, unlimited } from '@culvert/schema/units'
import { expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import {
  PlanFeaturesDocument,
  PlansDocument,
  PlanUsageDocument,
  ReportUsageDocument,
} from '../../testing/generated/documents.ts'
import { updatePlan } from './operator.ts'

const textsOf = (features: { text: string }[] = []) => features.map(({ text }) => text)

describeApi('plans', (api) => {
  const featuresByPlan = async () => {
    const { plans } = await api.client().run(PlanFeaturesDocument, {})
    return new Map(plans.map(({ name, features }) => [name, features]))
  }

  it('list what they include and lack, main features first', async () => {
    const features = await featuresByPlan()
    expect(textsOf(features.get('Early Access'))).toEqual([
      '3 gateways',
      'No custom domains',
      '3 team members',
      '2 concurrent agents',
      '10,000 API requests / month',
      '5 GB data transfer',
      'No IP restrictions',
    ])
    expect(textsOf(features.get('Custom'))).toEqual([
      'Unlimited gateways',
      'Unlimited custom domains',
      'Unlimited team members',
      'Unlimited concurrent agents',
      'Unlimited API requests',
      'Unlimited data transfer',
      'Unlimited IP restrictions',
    ])
    const free = features.get('Early Access')
    expect(textsOf(free?.filter(({ missing }) => missing))).toEqual(['No custom domains', 'No IP restrictions'])
    expect(textsOf(free?.filter(({ isMain }) => !isMain))).toEqual(['5 GB data transfer', 'No IP restrictions'])
  })

  it('use the singular for a limit of one', async () => {
    await updatePlan(api.app, 'Pro', { maxSubpoints: 1, maxApiRequests: 1, maxDataOutGb: 1 })
    const texts = textsOf((await featuresByPlan()).get('Pro'))
    expect(texts).toEqual(expect.arrayContaining(['1 gateway', '1 API request / month', '1 GB data transfer']))
  })

  it('are compared with the usage of an account, each limit in its unit', async () => {
    const ada = await api.seed.owner('Ada')
    await ada.gateway('demo')
    await ada.agent('demo')
    await ada.invite('Vera', 'viewer')
    const carried = { requests: 7, failedRequests: 0, dataIn: 10, dataOut: 5.5 * bytesPerGb, connectedSeconds: 5_400 }
    const row = { accountId: ada.accountId, gatewayId: null, date: api.clock.now().toISOString().slice(0, 10) }
    await api.edge().run(ReportUsageDocument, { input: { reportId: randomUUID(), rows: [{ ...row, ...carried }] } })

    const ask = async (planId?: string) =>
      (await ada.client.run(PlanUsageDocument, { accountId: ada.accountId, planId })).account.planUsage
    expect(await ask()).toEqual([
      { label: 'Gateways', used: 1, limit: 3, unit: 'COUNT', exceeded: false },
      { label: 'Custom domains', used: 0, limit: 0, unit: 'COUNT', exceeded: false },
      { label: 'Team members and invitations', used: 2, limit: 3, unit: 'COUNT', exceeded: false },
      { label: 'Running agents', used: 1, limit: 2, unit: 'COUNT', exceeded: false },
      { label: 'API requests this month', used: 7, limit: 10_000, unit: 'COUNT', exceeded: false },
      { label: 'Data transfer this month', used: 5.5, limit: 5, unit: 'GIB', exceeded: true },
      { label: 'Agent hours this month', used: 1.5, limit: 100, unit: 'HOURS', exceeded: false },
      { label: 'IP restrictions', used: 0, limit: 0, unit: 'COUNT', exceeded: false },
    ])

    const { plans } = await api.client().run(PlansDocument, {})
    const custom = await ask(plans.find(({ name }) => name === 'Custom')?.id)
    expect(custom.map(({ limit, exceeded }) => ({ limit, exceeded }))).toEqual(
      custom.map(() => ({ limit: unlimited, exceeded: false })),
    )
    await expect(ask('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
