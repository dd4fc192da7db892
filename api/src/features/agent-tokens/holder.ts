import type { TokenHolder } from '../../generated/schema.ts'
import { AppError } from '../../ground/errors.ts'
import type { AgentTokenActor } from '../../platform/access/actor.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { findTokenHolder } from '../auth-tokens/machines.ts'
import { findGateway } from '../gateways/service.ts'
import * as repository from './repository.ts'
import { type Binding, invalidAgentToken } from './rules.ts'

/** Returns the holder of the token in the request, whichever kind of token it is. */
export async function findHolder(context: RequestContext): Promise<TokenHolder> {
  const { actor } = context
  return actor.kind === 'agent-token' ? await describeHolder(context, actor) : await findTokenHolder(context)
}

async function describeHolder(context: RequestContext, { agentTokenId }: AgentTokenActor): Promise<TokenHolder> {
  const token = await repository.findAgentToken(context.db, agentTokenId)
  const account = token && (await context.loaders.account.load(token.accountId))
  if (!account) throw new AppError('UNAUTHENTICATED', invalidAgentToken)
  const { id, name, namespace } = account
  return {
    kind: 'AGENT_TOKEN',
    tokenName: token.label,
    account: { id, name, namespace },
    user: null,
    allowed: await describeBinding(context.db, token),
    expiresAt: token.expiresAt,
  }
}

/** Returns what a token allows: a hostname, or a prefix with an asterisk. */
export async function describeBinding(db: Db, { gatewayId, hostnamePrefix }: Binding): Promise<string> {
  if (gatewayId === null) return `${hostnamePrefix}*`
  return (await findGateway(db, gatewayId))?.subdomain ?? 'a gateway that was deleted'
}
