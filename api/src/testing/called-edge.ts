import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import {
  agentCallAnswerField,
  agentCallAnswerToken,
  type AgentCallClaims,
  agentCallField,
  agentCallTarget,
} from '@culvert/schema/tokens'
import { decodeJwt, SignJWT } from 'jose'
import { z } from 'zod'
import { edgeSecret } from './service-token.ts'

const claims = z.object({
  jti: z.string(),
  iat: z.number(),
  sub: z.string(),
  agentId: z.string(),
  method: z.enum(['GET', 'POST', 'PUT']),
  target: z.string(),
  bodyHash: z.string(),
})

/** A call that an edge received. */
export interface ReceivedCall extends AgentCallClaims {
  /** The token of the call. */
  token: string
  /** The JSON that was sent; undefined if there was none. */
  body: unknown
}

/** What an agent, or the edge itself, answers to a call. */
export interface CallAnswer {
  status?: number
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is, instead of `json`. */
  raw?: string
  headers?: Record<string, string>
}

/** Answers calls as an agent. */
export type Agent = (call: ReceivedCall) => CallAnswer | Promise<CallAnswer>

/** An edge with an agent, as the API calls them. */
export interface CalledEdge {
  /** Its origin, for `tunnelUrl`. */
  url: string
  /** The calls received, oldest first. */
  calls: ReceivedCall[]
  /** The agent's answers. */
  agent: Agent
  /** Handles requests instead of the edge; undefined to act as an edge. */
  listener: RequestListener | undefined
  close: () => Promise<void>
}

/** Starts a server that answers calls to agents as an edge does, until a test changes that. */
export async function startCalledEdge(): Promise<CalledEdge> {
  const server = createServer((request, response) => {
    const answers = edge.listener ?? answerAsEdge((call) => edge.agent(call), edge.calls)
    answers(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const edge: CalledEdge = {
    url: `http://localhost:${port}`,
    calls: [],
    agent: answerAsAgent,
    listener: undefined,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return edge
}

/** Answers as an edge does, except for what a test overrides. */
export function answerAsEdge(
  agent: Agent,
  calls: ReceivedCall[] = [],
  { secret = edgeSecret, callId }: { secret?: string; callId?: string } = {},
): RequestListener {
  return (request, response) => {
    const answer = async () => {
      const call = await readCall(request)
      calls.push(call)
      const { status = 200, json, raw = JSON.stringify(json), headers } = await agent(call)
      const proof = await prove(call, { secret, callId })
      response.writeHead(status, { ...headers, 'content-type': 'application/json', [agentCallAnswerField]: proof })
      response.end(raw)
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  }
}

/** Signs the proof that an edge answered a call. */
export async function prove(
  { token }: Pick<ReceivedCall, 'token'>,
  { secret = edgeSecret, callId }: { secret?: string; callId?: string } = {},
): Promise<string> {
  const { jti, iat } = claims.parse(decodeJwt(token))
  return await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: agentCallAnswerToken.typ })
    .setAudience(agentCallAnswerToken.audience)
    .setSubject(callId ?? jti)
    .setIssuedAt(iat)
    .setExpirationTime(iat + agentCallAnswerToken.lifetimeSeconds)
    .sign(new TextEncoder().encode(secret))
}

/** Reads a call. Throws if it is not one. */
export async function readCall(request: IncomingMessage): Promise<ReceivedCall> {
  const token = String(request.headers[agentCallField.toLowerCase()])
  const body = await buffer(request)
  const claimed = claims.parse(decodeJwt(token))
  const bodyHash = createHash('sha256').update(body).digest('base64url')
  if (request.method !== 'POST' || request.url !== agentCallTarget || bodyHash !== claimed.bodyHash) {
    throw new Error(`No call: ${request.method} ${request.url} with a body of ${body.length} bytes.`)
  }
  return { ...claimed, token, body: body.length === 0 ? undefined : JSON.parse(body.toString()) }
}

const textBody = (content: string) => ({
  size: content.length,
  isTruncated: false,
  contentType: 'application/json',
  encoding: 'utf8',
  content,
})

/** The details of a request as an agent reports them. */
export function makeDetail(values: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: '7',
    tunnel: 'demo',
    startedAt: '2026-11-21T09:30:00.000Z',
    kind: 'http',
    method: 'POST',
    target: '/orders?key=[redacted]',
    status: 201,
    state: 'complete',
    firstByteMs: 11.5,
    durationMs: 12.5,
    bytesIn: 15,
    bytesOut: 11,
    host: 'demo.culvert.test',
    visitorAddress: '203.0.113.7',
    requestFields: [
      ['Authorization', '[redacted]'],
      ['Accept', '*/*'],
    ],
    requestBody: textBody('{"name":"book"}'),
    reason: 'Created',
    responseFields: [['Content-Type', 'application/json']],
    responseBody: textBody('{"id":"42"}'),
    frames: [],
    framesDropped: 0,
    redacted: ['request header Authorization', 'query key'],
    ...values,
  }
}

/** Answers as an agent that keeps every request and has one set. */
export function answerAsAgent({ method, target }: Pick<ReceivedCall, 'method' | 'target'>): CallAnswer {
  const [, noun, , verb] = target.split('/')
  switch (`${method} ${noun}${verb === undefined ? '' : ` ${verb}`}`) {
    case 'GET requests':
      return { json: makeDetail() }
    case 'POST requests replay':
      return { json: { request: makeDetail({ id: '8' }), omitted: ['header Authorization'] } }
    case 'GET sets':
      return { json: { names: ['smoke'] } }
    case 'PUT sets':
      return { json: {} }
    case 'POST sets run':
      return { json: { results: [{ id: '9', method: 'GET', target: '/', differences: ['status: 200 → 500'] }] } }
    default:
      return { status: 404, json: { message: `There is no ${method} ${target}.` } }
  }
}
