import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { messageOf } from '@culvert/program'
import {
  agentCallAnswerField,
  agentCallAnswerToken,
  agentCallBytesMax,
  type AgentCallClaims,
  type AgentCallFailure,
  agentCallField,
  agentCallTarget,
  agentCallToken,
} from '@culvert/schema/tokens'
import { decodeJwt, jwtVerify } from 'jose'
import { z } from 'zod'
import { isLocalName } from '../../ground/hostnames.ts'
import type { RequestContext } from '../../platform/context.ts'
import { type Answer, sendRequest } from '../../platform/public-side/request.ts'
import { connectTo, findEdgeAddresses, secure } from '../../platform/public-side/connect.ts'
import { type Agent, getPublicUrl } from '../agents/rules.ts'
import { listEdgeAuthorities } from '../agents/tickets.ts'
import { withinCallLimit } from './call-slots.ts'
import { parseBounded } from './json-bounds.ts'
import { AgentCallFault } from './rules.ts'

/** A call to an agent. */
export interface AgentCall<T> extends Pick<AgentCallClaims, 'method' | 'target'> {
  /** Sent as JSON. */
  body?: unknown
  /** How long all of it may take, in milliseconds. */
  timeoutMs: number
  /** What a valid answer looks like. */
  answer: z.ZodType<T>
}

/** Asks a running agent, through the edge that it is connected to. Throws an AgentCallFault if there is no valid answer. */
export async function callAgent<T>(context: RequestContext, agent: Agent, call: AgentCall<T>): Promise<T> {
  await context.rateLimiter.check('callAgentOfAccount', agent.accountId)
  const markDone = () => {
    if (call.method !== 'GET') context.markDone?.()
  }
  return await withinCallLimit(agent.accountId, async (signal) => {
    try {
      const answer = readAs(call.answer, await askAgent(context, agent, call, signal))
      markDone()
      return answer
    } catch (error) {
      if (error instanceof AgentCallFault && error.mayBeDone) markDone()
      throw error
    }
  })
}

function readAs<T>(schema: z.ZodType<T>, answer: Buffer): T {
  const { data } = schema.safeParse(parseBounded(answer))
  if (data !== undefined) return data
  throw AgentCallFault.unreachable('its answer is not what was asked for', { mayBeDone: true })
}

/** Resolves with the body of what the agent answered. */
async function askAgent(
  context: RequestContext,
  agent: Agent,
  { method, target, body, timeoutMs }: Omit<AgentCall<unknown>, 'answer'>,
  signal: AbortSignal,
): Promise<Buffer> {
  const { config, keyring } = context
  const url = new URL(getPublicUrl(config, agent))
  const content = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body))
  const bodyHash = createHash('sha256').update(content).digest('base64url')
  const claims: AgentCallClaims = { sub: url.hostname, agentId: agent.id, method, target, bodyHash }

  const endsAt = performance.now() + timeoutMs
  const socket = await connect(context, url)
  const { token } = await keyring.sign(agentCallToken, { ...claims })
  const answer = await sendRequest(socket, url, {
    method: 'POST',
    path: agentCallTarget,
    headers: { [agentCallField]: token, 'content-type': 'application/json' },
    body: content,
    timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
    bytesMax: agentCallBytesMax.answer,
    signal,
  })
    .catch((error: unknown) => {
      const isAborted = error instanceof Error && error.name === 'AbortError'
      const reason = isAborted ? describeAbort(signal) : messageOf(error)
      throw AgentCallFault.unreachable(reason, { mayBeDone: true })
    })
    .finally(() => socket.destroy())
  if (!(await isOfEdge(context, answer.headers, decodeJwt(token).jti ?? ''))) {
    throw AgentCallFault.unreachable(
      `what answers at ${url.host} is not an edge of this installation, or is an older one`,
    )
  }
  return readAnswer(answer, target)
}

function describeAbort({ aborted }: AbortSignal): string {
  return aborted ? 'it did not come before other accounts needed the room' : 'it did not come in time'
}

/** Connects to the installation's own edges, whatever the hostname leads to. */
async function connect(context: RequestContext, url: URL): Promise<Socket> {
  const { hostname } = new URL(context.config.tunnelUrl)
  // Every machine resolves these names to itself, but not every resolver does.
  const addresses = await findEdgeAddresses(isLocalName(hostname) ? 'localhost' : hostname)
  if (addresses.length === 0) throw AgentCallFault.unreachable(`${hostname} has no address for the API`)
  let socket: Socket
  try {
    socket = await connectTo(url, addresses)
  } catch (error) {
    throw AgentCallFault.unreachable(`no connection to ${url.host} could be made (${messageOf(error)})`)
  }
  if (url.protocol === 'http:') return socket
  try {
    const secured = await secure(socket, url, await listEdgeAuthorities(context))
    if (secured.authorized) return secured
    secured.destroy()
    throw secured.authorizationError
  } catch (error) {
    throw AgentCallFault.unreachable(`${url.host} presents no valid certificate (${messageOf(error)})`)
  }
}

/** How far the clocks of the API and its edges may differ. */
const clockToleranceSeconds = 30

/** Reports whether an answer proves that an edge of this installation gave it, and to this call. */
async function isOfEdge(
  { config, clock }: RequestContext,
  headers: IncomingHttpHeaders,
  callId: string,
): Promise<boolean> {
  const proof = headers[agentCallAnswerField.toLowerCase()]
  if (typeof proof !== 'string') return false
  return await jwtVerify(proof, new TextEncoder().encode(config.edgeSecret), {
    algorithms: ['HS256'],
    typ: agentCallAnswerToken.typ,
    audience: agentCallAnswerToken.audience,
    subject: callId,
    currentDate: clock.now(),
    clockTolerance: clockToleranceSeconds,
  }).then(
    () => true,
    () => false,
  )
}

/** Reads an answer of an agent. An answer of the edge itself has a code, which no answer of an agent has. */
function readAnswer({ status, headers, body, isCut }: Answer, target: string): Buffer {
  const code = headers['x-culvert-error']
  if (code !== undefined) throw explainEdge(String(code))
  if (status === 404 && target.startsWith('/requests/')) throw AgentCallFault.of('NOT_KEPT')
  // Several settings may be the reason: the agent names the right one.
  if (status === 403) throw AgentCallFault.of('NOT_ALLOWED', readMessage(body))
  if (status === 409) throw AgentCallFault.of('INSPECTOR_OFF', readMessage(body))
  if (isCut) throw AgentCallFault.unreachable('it is longer than 8 MiB', { mayBeDone: true })
  if (status === 400 || status === 404 || status === 413) {
    // 404 is about a set, or one of several requests: the agent names it. 413 is also the status for an answer that is too long.
    throw AgentCallFault.refused(readMessage(body) ?? 'it gives no reason', { mayBeDone: status === 413 })
  }
  if (status !== 200) throw AgentCallFault.unreachable(`it has the status ${status}`, { mayBeDone: true })
  return body
}

/** Why an edge has no answer of the agent, by its code. */
const edgeFaults = new Map<string, () => AgentCallFault>(
  Object.entries({
    CULVERT_BAD_REQUEST: () => AgentCallFault.unreachable('the edge does not take what it was asked'),
    CULVERT_TUNNEL_OFFLINE: () => AgentCallFault.unreachable('it is not connected'),
    CULVERT_AGENT_BUSY: () => AgentCallFault.unreachable('it has too many requests at the moment'),
    CULVERT_AGENT_OLD: () => AgentCallFault.of('AGENT_TOO_OLD'),
    CULVERT_AGENT_LOST: () => AgentCallFault.unreachable('it broke off', { mayBeDone: true }),
    CULVERT_AGENT_TIMEOUT: () => AgentCallFault.unreachable('it did not come in time', { mayBeDone: true }),
  } satisfies Record<AgentCallFailure, () => AgentCallFault>),
)

function explainEdge(code: string): AgentCallFault {
  return edgeFaults.get(code)?.() ?? AgentCallFault.unreachable(`the edge says ${quote(code)}`)
}

const refusal = z.object({ message: z.string().min(1) })

/** Returns why the agent refuses, in its own words; undefined if it gives no reason. */
function readMessage(body: Buffer): string | undefined {
  const { data } = refusal.safeParse(parseBounded(body))
  return data && quote(data.message)
}

const quotedMax = 300

function quote(text: string): string {
  return text.slice(0, quotedMax).replaceAll(/\p{C}/gu, '?')
}
