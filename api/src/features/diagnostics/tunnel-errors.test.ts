import { beforeAll, expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { sealErrorReport } from '../../testing/error-report.ts'
import { TunnelErrorDocument } from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'

const readTunnelError = async ({ client }: Member, report: string) =>
  (await client.run(TunnelErrorDocument, { report })).tunnelError

describeApi('tunnelError', (api) => {
  let ada: Member
  beforeAll(async () => {
    ada = await api.seed.owner('Ada')
  })

  it('tells members why a request to an agent failed and how to fix it', async () => {
    const viewer = await ada.invite('Vera', 'viewer')
    const agent = await ada.agent()
    const report = await sealErrorReport(
      {
        hostname: agent.assignedDomain,
        agentId: agent.id,
        code: 'CULVERT_APP_REFUSED',
        method: 'POST',
        path: '/pay',
        detail: 'nothing listens on http://localhost:3000',
      },
      api.clock.now(),
    )
    expect(await readTunnelError(viewer, report)).toEqual({
      failure: {
        requestId: 'request-1',
        code: 'CULVERT_APP_REFUSED',
        cause: 'Nothing listens at the local address that the agent forwards to.',
        fix: 'Start your app, or start the agent again with the right port.',
        detail: 'nothing listens on http://localhost:3000',
        occurredAt: expect.any(String),
      },
      hop: 'APP',
      hostname: agent.assignedDomain,
      url: `${agent.publicUrl}/pay`,
      method: 'POST',
      path: '/pay',
      agent: { id: agent.id },
      gateway: null,
    })
  })

  it('finds the gateway if no agent was connected', async () => {
    const gateway = await ada.gateway('away')
    const report = await sealErrorReport({ hostname: gateway.subdomain }, api.clock.now())
    expect(await readTunnelError(ada, report)).toMatchObject({ hop: 'AGENT', agent: null, gateway: { id: gateway.id } })
  })

  it('returns NOT_FOUND to strangers, and for unknown hostnames, day-old reports and forgeries', async () => {
    const { subdomain: hostname } = await ada.gateway('private')
    const now = api.clock.now()
    const report = await sealErrorReport({ hostname }, now)
    const refusal = { code: 'NOT_FOUND', message: 'No such error: it does not exist, or it is not yours to see.' }
    await expect(readTunnelError(await api.seed.owner('Eve'), report)).rejects.toMatchObject(refusal)
    await expect(readTunnelError(ada, await sealErrorReport({ hostname: 'nobody.test' }, now))).rejects.toMatchObject(
      refusal,
    )
    const dayAgo = new Date(now.getTime() - 25 * 60 * 60 * 1_000)
    await expect(readTunnelError(ada, await sealErrorReport({ hostname }, dayAgo))).rejects.toMatchObject(refusal)
    const forged = await sealErrorReport({ hostname }, now, 'another secret of thirty-two characters')
    await expect(readTunnelError(ada, forged)).rejects.toMatchObject(refusal)
    await expect(readTunnelError(ada, 'nonsense')).rejects.toMatchObject(refusal)
  })
})
