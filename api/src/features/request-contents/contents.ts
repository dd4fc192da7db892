import { reaches } from '../../platform/access/api-keys.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Agent } from '../agents/rules.ts'
import { findAgent } from '../agents/service.ts'
import { isRequestId, type VisitorRequest } from '../requests/rules.ts'
import { findRequest } from '../requests/service.ts'
import { requestDetail } from './agent-answers.ts'
import { callAgent } from './agent-call.ts'
import { type Copy, openCopy } from './copies.ts'
import * as repository from './repository.ts'
import { AgentCallFault, type KeptContent, type RequestContent, type RequestShare } from './rules.ts'

/** A query ends after 10 s; an agent has at hand what it keeps. */
const readTimeoutMs = 8_000

/** The content of a request, or the reason why there is none to show. */
export type ContentResult = { content: RequestContent } | { fault: AgentCallFault }

/**
 * Returns a recorded request, or the copy of one that is no longer kept; null if there is neither. The account was authorized when it
 * was loaded, an API key's scope by the field.
 */
export async function findKnownRequest(
  context: RequestContext,
  accountId: string,
  id: string,
): Promise<VisitorRequest | null> {
  return (await findRequest(context, accountId, id)) ?? (await findCopy(context, accountId, id))?.request ?? null
}

/** Returns what a request held; null if there is no such request. Authorized as `findKnownRequest` is. */
export async function findContent(
  context: RequestContext,
  accountId: string,
  id: string,
): Promise<ContentResult | null> {
  const request = await findRequest(context, accountId, id)
  const fault = request && (await readFromAgent(context, accountId, request).catch(toFault))
  if (fault && !(fault instanceof AgentCallFault)) {
    const share = await repository.findShare(context.db, { accountId, requestId: request.id }, context.clock.now())
    return { content: { ...fault, source: 'AGENT', share: share ?? null } }
  }
  const copy = await findCopy(context, accountId, id)
  if (copy) return { content: { ...copy.content, source: 'SHARED_COPY', share: copy.share } }
  return fault && { fault }
}

/** Asks the agent that carried a request what it held. Throws an AgentCallFault if the agent does not answer that. */
export async function readFromAgent(
  context: RequestContext,
  accountId: string,
  request: VisitorRequest,
): Promise<KeptContent> {
  const agent = await getCarrier(context, accountId, request)
  const target = `/requests/${request.id}`
  const call = { method: 'GET', target, timeoutMs: readTimeoutMs, answer: requestDetail } as const
  return (await callAgent(context, agent, call)).content
}

/** Returns the running agent that carried a request. Throws an AgentCallFault if there is none. */
export async function getCarrier(
  { db }: RequestContext,
  accountId: string,
  { agentId }: VisitorRequest,
): Promise<Agent> {
  if (agentId === null) throw AgentCallFault.of('NOT_CARRIED')
  const agent = await findAgent(db, agentId)
  if (agent?.accountId !== accountId || agent.status !== 'active') throw AgentCallFault.of('AGENT_ENDED')
  return agent
}

async function findCopy(
  context: RequestContext,
  accountId: string,
  id: string,
): Promise<(Copy & { share: RequestShare }) | undefined> {
  if (!isRequestId(id)) return undefined
  const found = await repository.findCopy(context.db, { accountId, requestId: id }, context.clock.now())
  if (!found) return undefined
  const { sealedCopy, ...share } = found
  const copy = await openCopy(context, share, sealedCopy)
  return copy && reaches(context.actor, copy.request) ? { ...copy, share } : undefined
}

export function toFault(error: unknown): AgentCallFault {
  if (error instanceof AgentCallFault) return error
  throw error
}
