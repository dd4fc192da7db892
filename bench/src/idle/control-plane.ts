import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ticketToken } from '@culvert/schema/tokens'
import type { TicketLimits } from '@culvert/schema/tokens'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Scope } from '../scope.ts'

/** As much of the API as an edge needs to admit agents; the real one would measure sign-ups, not the edge. */
export interface ControlPlane {
  url: string
  /** A ticket for an agent on a hostname of its own. */
  issueTicket(agentId: string, hostname: string): Promise<string>
}

const lifetimeSeconds = 3_600
const keyId = 'bench'
/** Far above what the benchmark asks for. */
const limits: TicketLimits = { requestsPerMinute: 1_000_000_000, requestBurst: 1_000_000_000, openRequests: 1_000_000 }

/** Publishes a key, signs tickets with it, and takes whatever edges report. */
export async function startControlPlane(scope: Scope): Promise<ControlPlane> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA')
  const keys = [{ ...(await exportJWK(publicKey)), kid: keyId, alg: 'EdDSA', use: 'sig' }]
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/jwks.json') {
      response.end(JSON.stringify({ keys }))
      return
    }
    text(request).then(
      (body) => response.end(JSON.stringify(answer(body))),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  scope.addCleanup(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    issueTicket: (agentId, hostname) =>
      new SignJWT({ accountId: 'bench', gatewayId: null, hostname, limits })
        .setProtectedHeader({ alg: 'EdDSA', typ: ticketToken.typ, kid: keyId })
        .setSubject(agentId)
        .setIssuer(url)
        .setAudience(ticketToken.audience)
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(privateKey),
  }
}

/** What the API would say to an edge: reports are taken, nothing else is known here. */
function answer(body: string): object {
  if (body.includes('reportTunnels')) return { data: { reportTunnels: { ended: [] } } }
  if (body.includes('reportUsage')) return { data: { reportUsage: { counted: true } } }
  // No agent is admitted before the edge knows whom accounts refuse.
  if (body.includes('query Restrictions'))
    return { data: { restrictions: { accounts: [], version: 0, hasMore: false } } }
  return { errors: [{ message: 'Not part of this benchmark.', extensions: { code: 'UNAVAILABLE' } }] }
}
