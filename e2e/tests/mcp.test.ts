import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicUrlPattern, runCulvert } from '../src/agent.ts'
import { type Cable, createCable } from '../src/cable.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts, portOf } from '../src/ports.ts'
import { lookup } from '../src/visit.ts'

const cleanup = createCleanup()
let site: Site
let cable: Cable
let ada: Person

beforeAll(async () => {
  const [edgePort = 0] = await findSparePorts(1)
  cable = await createCable(cleanup, edgePort)
  site = await planSite(cleanup, { tunnelPort: cable.port, edgePort })
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  await ada.createGateway('tools')
})

describe('culvert mcp', () => {
  it('serves an MCP server that checks hostnames; messages arrive one by one, even across a lost connection', async () => {
    const { port, next } = await startServer()
    const { secret } = await ada.createAuthToken()
    const command = runCulvert(cleanup, site, ['mcp', String(port), '--gateway', 'tools'], {
      CULVERT_AUTHTOKEN: secret,
    })
    await command.waitForOutput(/mcp\.json: /)
    const [publicUrl] = await command.waitForOutput(publicUrlPattern)
    const url = Object.assign(new URL('/mcp', publicUrl), { port: site.edgePort })

    const client = new Client({ name: 'visitor', version: '1.0.0' })
    const steps: unknown[] = []
    let heard = Promise.withResolvers<void>()
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      steps.push(params.data)
      heard.resolve()
    })
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: visit }))
    cleanup.defer(() => client.close())

    const counting = client.callTool({ name: 'count', arguments: {} })
    for (const step of [1, 2, 3]) {
      // Each arrives before the server continues: nothing in between buffers them.
      await heard.promise
      expect(steps).toHaveLength(step)
      heard = Promise.withResolvers<void>()
      if (step === 2) {
        cable.cut()
        cable.restore()
      }
      next()
    }
    expect((await counting).content).toEqual([{ type: 'text', text: 'counted' }])
    expect(steps).toEqual([1, 2, 3])
  })
})

/** An MCP server as the SDK makes it, which refuses hostnames other than its own. Its tool sends three numbers, continuing on each `next`. */
async function startServer(): Promise<{ port: number; next: () => void }> {
  let go = Promise.withResolvers<void>()
  const app = createMcpExpressApp()
  app.post('/mcp', async (request: ExpressRequest, response: ExpressResponse) => {
    const server = new McpServer({ name: 'counter', version: '1.0.0' }, { capabilities: { logging: {} } })
    server.registerTool('count', { description: 'Counts.' }, async ({ sendNotification }) => {
      for (const data of [1, 2, 3]) {
        await sendNotification({ method: 'notifications/message', params: { level: 'info', data } })
        await go.promise
        go = Promise.withResolvers<void>()
      }
      return { content: [{ type: 'text', text: 'counted' }] }
    })
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    await server.connect(transport)
    await transport.handleRequest(request, response, request.body)
  })
  app.get('/mcp', (_request: ExpressRequest, response: ExpressResponse) => {
    response.status(405).end()
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: portOf(server), next: () => go.resolve() }
}

/** Fetches as a visitor for whom names below localhost resolve to this machine. */
async function visit(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const headers = Object.fromEntries(new Headers(init.headers))
  const { method = 'GET', signal } = init
  const request = httpRequest(new URL(url), { method, headers, lookup, signal: signal ?? undefined })
  request.end(init.body)
  const [answer] = await once(request, 'response')
  const fields = new Headers()
  for (const [name, value] of Object.entries(answer.headers as Record<string, string>)) fields.set(name, value)
  const status = Number(answer.statusCode)
  const body = status === 202 || status === 204 ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
  if (body === null) answer.resume()
  return new Response(body, { status, headers: fields })
}
