import { notFound } from '../../ground/errors.ts'
import type { Actor, AgentTokenActor, PersonActor } from '../../platform/access/actor.ts'
import { authorize, authorizeOn, getPerson } from '../../platform/access/authorize.ts'
import { checkSuspension } from '../../platform/access/suspension.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Locked, Trx } from '../../platform/db/db.ts'
import type { Account } from '../accounts/rules.ts'
import { createViewerRoleLoader } from '../accounts/loaders.ts'
import { lockAccount, lockAccountFor } from '../accounts/service.ts'
import { getAgentTokenInForce } from '../agent-tokens/authentication.ts'
import { userDisabled } from '../sessions/rules.ts'
import { lockUserShared } from '../users/service.ts'
import * as repository from './repository.ts'
import type { Agent } from './rules.ts'

/** An actor that runs agents: a member of the account, or a program with an agent token of it. */
export type Runner = PersonActor | AgentTokenActor

/** Returns the actor that asks to run an agent. Throws UNAUTHENTICATED or FORBIDDEN for one that cannot. */
export function getRunner(context: RequestContext): Runner {
  return context.actor.kind === 'agent-token' ? context.actor : getPerson(context)
}

/** Throws unless the runner may start agents in the account. */
export async function authorizeRunner(context: RequestContext, runner: Runner, accountId: string): Promise<void> {
  // An agent token was found with its account, which was not suspended; `lockAccountForRunner` checks again.
  if (runner.kind === 'agent-token' && runner.accountId === accountId) return
  await authorize(context, 'runOwnAgents', accountId)
}

/**
 * Locks the account, and checks again that the runner may run agents in it: their role, or that the agent token works. A user stays enabled until the
 * transaction ends, so that disabling them finds every agent of theirs to end.
 */
export async function lockAccountForRunner(
  trx: Trx,
  context: RequestContext,
  accountId: string,
): Promise<Locked<Account>> {
  const { actor } = context
  if (actor.kind !== 'agent-token') {
    const locked = await lockAccountFor(trx, context, 'runOwnAgents', accountId)
    if (!(await lockUserShared(trx, getPerson(context).userId))) throw userDisabled()
    return locked
  }
  const account = await lockAccount(trx, accountId)
  checkSuspension(account, 'runOwnAgents')
  await getAgentTokenInForce(trx, actor.agentTokenId, context.clock.now())
  return account
}

/** Reports whether an agent is the actor's own: they started it, or it was started with the same agent token. */
export function isOwnAgent(actor: Actor, { userId, agentTokenId }: Agent): boolean {
  if (actor.kind === 'agent-token') return agentTokenId === actor.agentTokenId
  return 'userId' in actor && actor.userId === userId
}

/** Returns an agent of an account in which the runner runs agents. An agent token sees its own agents only. */
export async function findAgentForRunner(context: RequestContext, id: string): Promise<Agent> {
  const { actor, db } = context
  if (actor.kind === 'agent-token') {
    const agent = await repository.findAgent(db, id)
    if (!agent || !isOwnAgent(actor, agent)) throw notFound('agent')
    return agent
  }
  // Agents report often, so what they may do is read with the agent.
  const { userId } = getPerson(context)
  const found = await repository.findAgentAndRole(db, { id, userId })
  const viewerRole = createViewerRoleLoader({ role: { load: async () => found?.role } }, actor)
  const known = { ...context, loaders: { ...context.loaders, ...viewerRole } }
  return await authorizeOn(known, 'runOwnAgents', 'agent', async () => found?.agent)
}
