import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ticketToken } from '@culvert/schema/tokens'
import type { TicketLimits } from '@culvert/schema/tokens'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Scope } from '../scope.ts'

/** The part of the API that an edge needs to admit agents; the real API would measure sign-ups, not the edge. */
export interface ControlPlane {
  url: string
  /** Returns a ticket for an agent on a separate hostname. */
  issueTicket(agentId: string, hostname: string, accountId?: string): Promise<string>
  /** How many requests edges have reported as recorded. */
  readonly recordedRequests: number
}

const lifetimeSeconds = 3_600
const keyId = 'bench'
/** Far above what the benchmark requests. */
const limits: TicketLimits = { requestsPerMinute: 1_000_000_000, requestBurst: 1_000_000_000, openRequests: 1_000_000 }

/** Publishes a key, signs tickets with it, and accepts everything that edges report. */
export async function startControlPlane(scope: Scope): Promise<ControlPlane> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA')
  const keys = [{ ...(await exportJWK(publicKey)), kid: keyId, alg: 'EdDSA', use: 'sig' }]
  let recordedRequests = 0
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const body = await text(request)
      recordedRequests += countRecorded(body)
      response.end(JSON.stringify(answer(body)))
    } catch {
      response.destroy()
    }
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/jwks.json') {
      response.end(JSON.stringify({ keys }))
      return
    }
    void take(request, response)
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
    get recordedRequests() {
      return recordedRequests
    },
    issueTicket: (agentId, hostname, accountId = 'bench') =>
      new SignJWT({ accountId, gatewayId: null, hostname, limits })
        .setProtectedHeader({ alg: 'EdDSA', typ: ticketToken.typ, kid: keyId })
        .setSubject(agentId)
        .setJti(randomUUID())
        .setIssuer(url)
        .setAudience(ticketToken.audience)
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(privateKey),
  }
}

const reportAnswer = { ended: [], limits, isDrained: false, released: [], countedElsewhere: [], countedSince: [] }

/** Answers an edge as the API would: reports are accepted, and nothing else is known here. */
function answer(body: string): object {
  if (body.includes('reportTunnels')) return { data: { reportTunnels: reportAnswer } }
  if (body.includes('mutation ReportRequests')) return { data: { reportRequests: { recorded: 0 } } }
  if (body.includes('reportUsage')) return { data: { reportUsage: { counted: true } } }
  // The edge admits no agent before it knows the accounts' restrictions and the blocked hostnames.
  if (body.includes('query HostnameBlocks')) return { data: { hostnameBlocks: { version: 0, blocks: [] } } }
  if (body.includes('query Restrictions'))
    return { data: { restrictions: { accounts: [], version: 0, hasMore: false } } }
  return { errors: [{ message: 'Not part of this benchmark.', extensions: { code: 'UNAVAILABLE' } }] }
}

/** Counts without parsing the content, which would take CPU time from what is measured. */
function countRecorded(body: string): number {
  if (!body.includes('mutation ReportRequests')) return 0
  let count = 0
  for (let at = body.indexOf(startedAtKey); at !== -1; at = body.indexOf(startedAtKey, at + 1)) count += 1
  return count
}

const startedAtKey = '"startedAt":'
