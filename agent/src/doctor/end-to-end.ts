import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { messageOf } from '@culvert/program'
import { CallFault } from '../calls/call-fault.ts'
import { createRemoteCallHandler } from '../calls/remote-call-handler.ts'
import type { Credentials } from '../config/credentials.ts'
import { planTunnel } from '../config/tunnel-configuration.ts'
import { Failure } from '../failure.ts'
import { findTokenHolder } from '../sign-in/sign-in-api.ts'
import { Tunnel } from '../tunnel/tunnel.ts'
import { probe } from './probe.ts'
import { asSentence } from '../sentence.ts'
import { failed, ok, skipped } from './check.ts'
import type { Finding } from './check.ts'

const timeoutMs = 20_000

/** Checks whether the server accepts the token. */
export async function checkToken(credentials: Credentials): Promise<Finding> {
  try {
    const { account, user, tokenName } = await findTokenHolder(credentials)
    const behalf = user ? `, on behalf of ${user.fullName}` : ''
    return ok('Token', `"${tokenName}" acts for ${account.name}${behalf}.`)
  } catch (error) {
    return toFinding('Token', error)
  }
}

/**
 * Opens a tunnel to an app of the doctor and visits it by its public URL: ticket, edge, TLS and the return path are tested in use.
 */
export async function checkEndToEnd(credentials: Credentials): Promise<Finding[]> {
  const nonce = randomUUID()
  const app = createServer((_request, response) => response.writeHead(200, { 'culvert-doctor': nonce }).end())
  app.listen(0, '127.0.0.1')
  await once(app, 'listening')
  const address = app.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const plan = planTunnel(`127.0.0.1:${port}`, { name: 'culvert doctor' }, [])
  if (plan === undefined) throw new Error('The plan of a tunnel to a port has no faults.')
  const ready = Promise.withResolvers<string>()
  const reasons: string[] = []
  const tunnel = new Tunnel(
    { ...plan, ...credentials },
    {
      onEvent(event) {
        if (event.event === 'ready') ready.resolve(event.publicUrl)
        if (event.event === 'reconnecting') reasons.push(event.reason)
      },
      called: createRemoteCallHandler(
        new CallFault(409, 'This is a tunnel of `culvert doctor`, which keeps no requests.'),
      ),
    },
  )
  const timer = setTimeout(
    () => ready.reject(new Error(reasons.at(-1) ?? `no edge answered in ${timeoutMs / 1000} s`)),
    timeoutMs,
  )
  const startMs = performance.now()
  const over = tunnel.run().catch((error: unknown) => ready.reject(error))
  try {
    const publicUrl = await ready.promise
    const edge = ok('Edge', `A tunnel was open in ${Math.round(performance.now() - startMs)} ms.`)
    return [edge, await visit(publicUrl, nonce, credentials)]
  } catch (error) {
    return [toFinding('Edge', error), skipped('Public URL', 'There was no tunnel to visit.')]
  } finally {
    clearTimeout(timer)
    tunnel.close()
    await over
    app.close()
    app.closeAllConnections()
  }
}

async function visit(publicUrl: string, nonce: string, { authorities }: Credentials): Promise<Finding> {
  const check = 'Public URL'
  const fix = 'Its operator can find the hop with `npm run admin -- check`.'
  try {
    const { status, fields, answerMs } = await probe(new URL(publicUrl), authorities)
    if (fields.get('culvert-doctor') === nonce)
      return ok(check, `${publicUrl} led back here in ${Math.round(answerMs)} ms.`)
    return failed(check, `${publicUrl} answered ${status}, and not from here.`, fix)
  } catch (error) {
    return failed(check, asSentence(messageOf(error)), fix)
  }
}

function toFinding(check: string, error: unknown): Finding {
  if (error instanceof Failure) return failed(check, `${error.message} ${error.why}`, error.remedy)
  return failed(
    check,
    asSentence(messageOf(error)),
    'Check that this machine may open connections to the edge, and try again.',
  )
}
