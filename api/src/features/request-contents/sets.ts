import { z } from 'zod'
import type { RequestSetResult, RunRequestSetInput, SaveRequestSetInput } from '../../generated/schema.ts'
import { notFound } from '../../ground/errors.ts'
import { authorize } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import { describeObject, type Agent } from '../agents/rules.ts'
import { findAgent } from '../agents/service.ts'
import { setNames, setResults } from './agent-answers.ts'
import { type AgentCall, callAgent } from './agent-call.ts'
import { toFault } from './contents.ts'
import { AgentCallFault, checkSet, checkSetName } from './rules.ts'

/** A query ends after 10 s. */
const listTimeoutMs = 8_000
/** An edge gives an agent 15 s, and then answers that it took too long. */
const saveTimeoutMs = 16_000
/** An edge gives an agent a minute for a set. */
const runTimeoutMs = 61_000

/** Returns the names of the sets on the machine of a running agent. */
export async function listSets(context: RequestContext, accountId: string, agentId: string): Promise<string[]> {
  const agent = await getAgent(context, accountId, agentId)
  return (await callFor(context, agent, { method: 'GET', target: '/sets', timeoutMs: listTimeoutMs, answer: setNames }))
    .names
}

/** Saves requests as a set on the machine of an agent. Returns the names of all its sets. */
export async function saveSet(context: RequestContext, input: SaveRequestSetInput): Promise<string[]> {
  const { accountId, agentId, name, requestIds } = input
  const agent = await getAgent(context, accountId, agentId)
  checkSet(input)
  const answer = z.object({})
  const call = { method: 'PUT', target: `/sets/${name}`, body: requestIds, timeoutMs: saveTimeoutMs, answer } as const
  await callFor(context, agent, call, () => note(context, agent, 'request_set.saved', name))
  return await listSets(context, accountId, agentId)
}

/** Makes an agent send the requests of a set to its app. */
export async function runSet(
  context: RequestContext,
  { accountId, agentId, name }: RunRequestSetInput,
): Promise<RequestSetResult[]> {
  const agent = await getAgent(context, accountId, agentId)
  checkSetName(name)
  await context.rateLimiter.check('runRequestSetOfAccount', accountId)
  const target = `/sets/${name}/run`
  const call = { method: 'POST', target, timeoutMs: runTimeoutMs, answer: setResults } as const
  return (await callFor(context, agent, call, () => note(context, agent, 'request_set.run', name))).results
}

/** Returns a running agent of an account whose sets the viewer may use. */
async function getAgent(context: RequestContext, accountId: string, agentId: string): Promise<Agent> {
  await authorize(context, 'replayRequests', accountId)
  const agent = await findAgent(context.db, agentId)
  if (agent?.accountId !== accountId) throw notFound('agent')
  if (agent.status !== 'active') throw AgentCallFault.of('AGENT_ENDED').toAppError()
  return agent
}

/** Calls an agent for an operation that cannot be done without it. `noteCall` runs if it was done, and if that is not known. */
async function callFor<T>(
  context: RequestContext,
  agent: Agent,
  call: AgentCall<T>,
  noteCall?: () => Promise<void>,
): Promise<T> {
  let answer: T
  try {
    answer = await callAgent(context, agent, call)
  } catch (error) {
    const fault = toFault(error)
    if (fault.mayBeDone) await noteCall?.()
    throw fault.toAppError()
  }
  await noteCall?.()
  return answer
}

async function note(context: RequestContext, agent: Agent, action: string, set: string): Promise<void> {
  await context.change((trx) =>
    recordAudit(trx, context, { action, ...describeObject(agent), changes: { set: { from: null, to: set } } }),
  )
}
