import { expect, it } from '@jest/globals'
import { AccountDocument } from './accounts/accounts.test.generated.ts'
import { AgentsDocument } from './agents/agents.test.generated.ts'
import { GatewaysDocument } from './gateways/gateways.test.generated.ts'
import { ViewerDocument } from './sessions/sessions.test.generated.ts'
import { describeApi } from './testing/api.ts'
import { UsageDocument } from './usage/usage.test.generated.ts'

describeApi('SQL statements', (api) => {
  it('do not grow with the rows that a query returns', async () => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: -1, maxConcurrentAgents: -1 })
    const viewer = await ada.invite('Vera', 'viewer')
    const { client, accountId } = viewer
    const queries = {
      viewer: () => client.run(ViewerDocument, {}),
      account: () => client.run(AccountDocument, { id: accountId }),
      gateways: () => client.run(GatewaysDocument, { accountId }),
      agents: () => client.run(AgentsDocument, { accountId, pageSize: 100 }),
      usage: () => client.run(UsageDocument, { accountId }),
    }
    const count = async () => {
      const counts: Record<string, number> = {}
      for (const [name, query] of Object.entries(queries)) counts[name] = await api.countStatements(query)
      return counts
    }

    await ada.gateway('first')
    await ada.agent('first')
    await viewer.agent()
    const withOne = await count()
    for (let index = 0; index < 5; index += 1) {
      await ada.gateway(`more-${index}`)
      await ada.agent(`more-${index}`)
      await viewer.agent()
      const other = await api.seed.owner('Other')
      const membership = { id: `m-${index}-${viewer.user.id}`, userId: viewer.user.id, role: 'viewer' } as const
      await api.app.db
        .insertInto('accountUsers')
        .values({ ...membership, accountId: other.accountId, createdAt: api.clock.now() })
        .execute()
    }
    expect(await count()).toEqual(withOne)
    // Each with one for the session.
    expect(withOne).toEqual({ viewer: 5, account: 5, gateways: 6, agents: 9, usage: 6 })
  })

  it('are few where they are many a second: an agent that reports', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.agent()
    const document = {
      toString: () => 'mutation ($input: ReportAgentInput!) { reportAgent(input: $input) { agent { status } } }',
    }
    const input = { agentId: id, requestCount: 1, dataIn: 1, dataOut: 1 }
    const report = () => ada.client.run(document, { input })
    expect(await api.countStatements(report)).toBe(4)
  })
})
