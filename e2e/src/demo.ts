/**
 * A complete installation on throw-away data, with a signed-up person, a small app and an agent: `npm run demo`.
 * It listens on PORT, EDGE_HTTP_PORT and EDGE_HTTPS_PORT if they are set. With `--check` it prints what came back through the public URL, ends, and exits with 0 or 1.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isPortFree, messageOf, readEnvironment, waitForStop } from '@culvert/program'
import { startStandalone } from '../../standalone.ts'
import { startAgent } from './agent.ts'
import { startApp } from './apps.ts'
import { type Person, signUp } from './people.ts'
import { findSparePorts } from './ports.ts'
import { createProgramCleanup } from './program-cleanup.ts'
import { lookup } from './visit.ts'

const greeting = 'Hello from an app that only this machine can reach.'

const page = `<!doctype html><title>Demo</title><h1>${greeting}</h1>\n`

const cleanup = createProgramCleanup()

async function main(): Promise<void> {
  const isCheck = process.argv.includes('--check')
  // A check must not depend on what else runs on this machine; a demo should be where people expect it.
  const [apiPort, edgePort] = isCheck ? await findSparePorts(2) : [await portNear(4000), await portNear(8080)]
  const { PORT = String(apiPort), EDGE_HTTP_PORT = String(edgePort), EDGE_HTTPS_PORT = '0' } = readEnvironment()

  const dataFolder = await mkdtemp(join(tmpdir(), 'culvert-demo-'))
  cleanup.defer(() => rm(dataFolder, { recursive: true, force: true }))
  const standalone = await startStandalone({
    LOG_LEVEL: 'error',
    CULVERT_DATA: dataFolder,
    PORT,
    EDGE_HTTP_PORT,
    EDGE_HTTPS_PORT,
  })
  cleanup.defer(() => standalone.close())

  const app = await startApp(cleanup, (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  })
  const person = await signUp(standalone, 'Demo')
  cleanup.defer(() => person.control.close())
  const { secret } = await person.createAuthToken()
  const gateway = await person.createGateway('hello')
  await startAgent(cleanup, standalone, { port: app.port, secret, args: ['--gateway', gateway.name] })

  const answer = await visit(gateway.publicUrl)
  if (isCheck) {
    process.stdout.write(`GET ${gateway.publicUrl}/ answered ${answer.status}: ${answer.body.trim()}\n`)
    await cleanup.end()
    process.exit(answer.status === 200 && answer.body.includes(greeting) ? 0 : 1)
  }
  process.stdout.write(summary({ apiUrl: standalone.apiUrl, publicUrl: gateway.publicUrl, person, secret, ...answer }))
}

/** Makes a request as a visitor on this machine. */
async function visit(url: string): Promise<{ status: number; body: string }> {
  const request = get(url, { lookup, agent: false })
  const [response] = await once(request, 'response')
  return { status: response.statusCode, body: await text(response) }
}

/** Returns the requested port, or another if it is in use. */
async function portNear(port: number): Promise<number> {
  if (await isPortFree(port)) return port
  const [spare = 0] = await findSparePorts(1)
  return spare
}

interface Summary {
  apiUrl: string
  publicUrl: string
  person: Person
  secret: string
  status: number
}

const summary = ({ apiUrl, publicUrl, person, secret, status }: Summary) => `
  A demo of Culvert is running. Its data goes when it ends.

    Public URL   ${publicUrl}   (answered ${status} just now)
    Dashboard    ${apiUrl}
    Sign in      ${person.email}  /  ${person.password}
    AuthID       ${secret}

  Expose an app of your own beside it:

    npx culvert http 3000 --server ${apiUrl} --authtoken ${secret}

  Ctrl-C ends it.
`

async function fail(error: unknown): Promise<void> {
  process.stderr.write(`The demo failed: ${messageOf(error)}\n`)
  await cleanup.end()
  process.exit(1)
}

async function endOnRequest(): Promise<void> {
  await waitForStop()
  process.stdout.write('\nEnding the demo…\n')
  await cleanup.end()
  process.exit(0)
}

Promise.all([main(), endOnRequest()]).catch(fail)
