import { readFileSync } from 'node:fs'
import { createServer, request as sendRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { RequestList } from '../inspection/api-types.ts'
import type { RunningAgent } from '../local/run-file.ts'
import { authToken, runCommand } from './command.ts'
import type { Command } from './command.ts'
import { startFakeServer } from './fake-server.ts'
import type { FakeSession } from './fake-server.ts'
import { makeFolder } from './folder.ts'
import { listen } from './sockets.ts'
import { Visit } from './visitor.ts'

/** A command with a tunnel to the test's app, and access to its local server. */
interface OpenAgent {
  command: Command
  session: FakeSession
  folder: string
  path: string
  file: RunningAgent
  /** What the app returns at `/json`. */
  answers: { json: object }
  asked: { method?: string; url?: string; body: string; bytes: Buffer; replay: unknown; key: unknown; rule: unknown }[]
}

/** Runs a command with an open tunnel. */
export async function openAgent(
  args: string[] = [],
  serverOptions?: Parameters<typeof startFakeServer>[0],
): Promise<OpenAgent> {
  const asked: OpenAgent['asked'] = []
  const answers = { json: {} }
  const app = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const body = bytes.toString()
      const { method, url, headers } = request
      const { 'culvert-replay': replay, 'x-api-key': key, 'x-rule': rule } = headers
      asked.push({ method, url, body, bytes, replay, key, rule })
      // Never answers.
      if (url === '/hang') return
      if (url === '/json') {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers.json))
        return
      }
      response.writeHead(url === '/missing' ? 404 : 200, { 'content-type': 'text/plain' }).end(`You asked for ${url}`)
    })
  })
  const server = await startFakeServer(serverOptions)
  const folder = makeFolder()
  const appPort = await listen(app)
  const command = runCommand(['http', String(appPort), '--authtoken', authToken, '--server', server.url, ...args], {
    CULVERT_CONFIG_DIR: folder,
  })
  const session = await server.nextSession()
  session.welcome()
  await command.until('Connected')
  const path = join(folder, `state/run/${command.pid}.json`)
  const file = JSON.parse(readFileSync(path, 'utf8')) as RunningAgent
  return { command, session, folder, path, file, asked, answers }
}

/** Visits its app. */
export async function visit(
  session: FakeSession,
  request: { method?: string; target: string; fields?: [string, string][]; requestId?: string },
  body?: string | Buffer,
): Promise<void> {
  const visitor = new Visit()
  const { fields = [], ...rest } = request
  visitor.stream = session.wire.open(
    {
      kind: 'http',
      method: 'GET',
      fields: [
        ['Host', 'demo.test'],
        ...fields,
        ...(body === undefined ? [] : ([['Content-Length', String(body.length)]] as const)),
      ],
      visitorAddress: '203.0.113.7',
      requestId: '',
      ...rest,
    },
    visitor,
    body === undefined,
  )
  if (body !== undefined) {
    visitor.stream.write(Buffer.from(body))
    visitor.stream.end()
  }
  await visitor.done()
}

/** Waits for a request: it is listed a moment after it has ended. */
export async function untilListed(file: RunningAgent, count: number): Promise<RequestList['requests']> {
  for (;;) {
    const { requests } = (await call(file, 'GET', 'requests')) as RequestList
    if (requests.length >= count) return requests
  }
}

export function bearer({ token }: RunningAgent): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

export async function call(file: RunningAgent, method: string, path: string, body?: string): Promise<unknown> {
  const answer = await ask(file, method, `/api/${path}`, bearer(file), body)
  if (answer.response.statusCode !== 200) throw new Error(answer.body)
  return JSON.parse(answer.body)
}

export async function ask(
  file: RunningAgent,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ response: IncomingMessage; body: string }> {
  const { response } = await open(file, method, path, headers, body)
  let text = ''
  for await (const chunk of response as AsyncIterable<Buffer>) text += chunk.toString()
  return { response, body: text }
}

export function open(
  { port }: RunningAgent,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    const request = sendRequest({ host: '127.0.0.1', port, method, path, headers, agent: false })
    request.on('response', (response) => resolve({ response }))
    request.on('error', reject)
    request.end(body)
  })
}
