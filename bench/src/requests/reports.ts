import { randomUUID } from 'node:crypto'
import { serviceToken } from '@culvert/schema/tokens'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { edgeSecret } from '../api/api-process.ts'
import type { ApiClient } from '../api/client.ts'

/** The most that one report may contain. */
export const rowsPerReport = 500

const reportRequests = `mutation ($input: ReportRequestsInput!) { reportRequests(input: $input) { recorded } }`

/** Sends a report of requests to accounts in turn, as an edge does. Returns how many were recorded. */
export async function sendReport(api: ApiClient, accountIds: readonly string[], rows = rowsPerReport): Promise<number> {
  const now = Date.now()
  const requests = Array.from({ length: rows }, (_, index) =>
    makeRequest(accountIds[index % accountIds.length] ?? '', new Date(now - rows + index)),
  )
  const variables = { input: { reportId: randomUUID(), requests, unrecorded: [] } }
  const shape = z.object({ reportRequests: z.object({ recorded: z.int() }) })
  return (await api.read({ query: reportRequests, variables }, shape, await signServiceToken())).reportRequests.recorded
}

function makeRequest(accountId: string, startedAt: Date) {
  return {
    id: randomUUID(),
    startedAt: startedAt.toISOString(),
    method: 'GET',
    hostname: 'checkout-preview.culvert.example',
    path: `/api/v2/orders/${startedAt.getTime()}/items?expand=customer&page=3`,
    httpVersion: '2',
    status: 200,
    answeredBy: 'APP',
    isComplete: true,
    durationMs: 43.217,
    waitingMs: 0.412,
    firstByteMs: 41.9,
    bytesIn: 0,
    bytesOut: 18_233,
    visitorAddress: '203.0.113.77',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    accountId,
    agentId: '01937c5e-8f0a-7a3b-9a51-4b1de1f0a001',
    gatewayId: '01937c5e-8f0a-7a3b-9a51-4b1de1f0a002',
  }
}

async function signServiceToken(): Promise<string> {
  const now = Math.floor(Date.now() / 1_000)
  return await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: serviceToken.typ })
    .setIssuer('culvert:edge')
    .setAudience(serviceToken.audience)
    .setIssuedAt(now)
    .setExpirationTime(now + serviceToken.lifetimeSeconds)
    .sign(new TextEncoder().encode(edgeSecret))
}
