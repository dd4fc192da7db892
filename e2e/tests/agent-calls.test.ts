import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { agentCallAnswerField, agentCallField, agentCallTarget } from '@culvert/schema/tokens'
import type { AgentCallMethod } from '@culvert/schema/tokens'
import type { ReplayAnswer, RequestDetail } from '../../agent/src/inspection/api-types.ts'
import { authToken, runCommand } from '../../agent/src/testing/command.ts'
import { startFakeServer } from '../../agent/src/testing/fake-server.ts'
import { makeFolder } from '../../agent/src/testing/folder.ts'
import { listen } from '../../agent/src/testing/sockets.ts'
import { startFakeApi } from '../../edge/src/testing/fake-api.ts'
import type { FakeApi } from '../../edge/src/testing/fake-api.ts'
import { closeAll } from '../../edge/src/testing/queue.ts'
import { startWithOtherProcess, startTestEdge } from '../../edge/src/testing/test-edge.ts'
import { visit } from '../../edge/src/testing/test-visitor.ts'

afterEach(closeAll)

const timing = { requestsMs: 20 }

describe.each([
  ['an edge', startTestEdge],
  ['an edge of two processes, at the process without the tunnel', startWithOtherProcess],
])('a request that arrived through %s', (_, startEdge) => {
  it('is read from the running command by its recorded id, without secrets, and replayed to the app', async () => {
    const { api, port, asked } = await openTunnel(startEdge)
    await visit(port, {
      method: 'POST',
      path: '/orders?token=hunter2',
      headers: { 'content-type': 'application/json' },
      body: '{"count":2,"password":"hunter2"}',
    })
    const { requests } = await api.requestReports.next()
    const id = requests[0]!.id

    const detail = await untilKept(() => call(api, port, 'GET', `/requests/${id}`))
    expect(detail).toMatchObject({
      requestId: id,
      target: '/orders?token=[redacted]',
      requestBody: { content: '{"count":2,"password":"[redacted]"}' },
      status: 201,
      responseBody: { content: '{"asked":1}' },
    })

    const newId = randomUUID()
    const repeated = await call(api, port, 'POST', `/requests/${id}/replay`, { requestId: newId })
    const { request, omitted } = repeated.value as ReplayAnswer
    expect({ request, omitted }).toMatchObject({
      request: { requestId: newId, replayOf: detail.id, status: 201, responseBody: { content: '{"asked":2}' } },
      omitted: ['query token', 'values of the body, which has [redacted] in their place'],
    })
    expect(asked).toEqual([undefined, id])
    const again = await call(api, port, 'GET', `/requests/${newId}`)
    expect(again).toMatchObject({ status: 200, value: { id: request.id } })
  })
})

/** A real command behind a real edge, with an API that the test simulates. `asked` lists which request each one at the app replays. */
async function openTunnel(startEdge: typeof startTestEdge) {
  const api = await startFakeApi()
  const { port } = await startEdge({ api, timing })
  const asked: unknown[] = []
  const app = createServer((request, response) => {
    asked.push(request.headers['culvert-replay'])
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ asked: asked.length }))
  })
  const server = await startFakeServer()
  const ticket = await api.issueTicket()
  server.answers.startAgent = () => ({
    agent: { id: 'agent-1', assignedDomain: 'demo.test', publicUrl: 'http://demo.test' },
    ticket,
    ticketExpiresAt: new Date(Date.now() + 60_000).toISOString(),
    edgeUrls: [`http://127.0.0.1:${port}`],
    edgeAuthorities: [],
  })
  const command = runCommand(['http', String(await listen(app)), '--authtoken', authToken, '--server', server.url], {
    CULVERT_CONFIG_DIR: makeFolder(),
  })
  await command.until('Connected')
  return { api, port, asked }
}

/** Calls the agent of demo.test as the API does. */
async function call(api: FakeApi, port: number, method: AgentCallMethod, target: string, value?: object) {
  const body = value === undefined ? '' : JSON.stringify(value)
  const bodyHash = createHash('sha256').update(body).digest('base64url')
  const token = await api.issueCall({ method, target, bodyHash })
  const answer = await visit(port, {
    method: 'POST',
    path: agentCallTarget,
    headers: { [agentCallField]: token },
    body,
  })
  expect(answer.headers).toHaveProperty(agentCallAnswerField.toLowerCase())
  return { status: answer.status, value: JSON.parse(answer.body) as unknown }
}

/** Waits for a request to be kept, which happens a moment after it is over. */
async function untilKept(ask: () => ReturnType<typeof call>): Promise<RequestDetail> {
  for (;;) {
    const { status, value } = await ask()
    const detail = value as RequestDetail
    if (status === 200 && detail.state !== 'open') return detail
  }
}
