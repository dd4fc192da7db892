import { randomUUIDv7 } from 'node:crypto'
import type { CreateAgentTokenInput } from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { type Connection, parseSlice, type SliceArgs } from '../../ground/connections.ts'
import { badInput, notFound } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import type { Reach } from '../../platform/access/api-keys.ts'
import { authorize, authorizeOn } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { listFacts } from '../../platform/audit/rules.ts'
import { asSystem, type AuditSource, recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Locked, Trx } from '../../platform/db/db.ts'
import type { Cascade } from '../../platform/endings.ts'
import type { Account } from '../accounts/rules.ts'
import { lockAccountFor, lockAccounts } from '../accounts/service.ts'
import { getPrefix } from '../api-keys/rules.ts'
import { findGateway } from '../gateways/service.ts'
import * as repository from './repository.ts'
import {
  type AgentToken,
  type Binding,
  checkPrefixLength,
  checkTokenCount,
  describeObject,
  expiryOf,
  makeSecret,
  parseAgentToken,
  type TokenTerms,
} from './rules.ts'

/** A new token with the secret that is shown this once. */
export interface CreatedAgentToken {
  agentToken: AgentToken
  secret: string
}

/** Makes a token for agents of one gateway or prefix. */
export async function createAgentToken(
  context: RequestContext,
  input: CreateAgentTokenInput,
): Promise<CreatedAgentToken> {
  const { accountId } = input
  const reach = typeof input.gatewayId === 'string' ? { gatewayId: input.gatewayId } : 'account'
  const actor = await authorize(context, 'manageAgentTokens', accountId, 'gateway', reach)
  const terms = parseAgentToken(input)
  const maker = actor.kind === 'api-key' ? { apiKeyId: actor.apiKeyId } : { createdBy: actor.userId }
  return await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'manageAgentTokens', accountId, reach)
    return await addAgentToken(trx, tell, context, { account, terms, maker })
  })
}

/** Adds a token to a locked account. Throws CONFLICT when the account has as many as allowed. */
export async function addAgentToken(
  trx: Trx,
  tell: Tell,
  source: AuditSource,
  {
    account,
    terms: { ttlSeconds, ...terms },
    maker,
  }: {
    account: Locked<Account>
    terms: TokenTerms
    /** The member who creates it. */
    maker: Partial<Pick<AgentToken, 'createdBy' | 'apiKeyId' | 'trustId'>>
  },
): Promise<CreatedAgentToken> {
  const gateway = await findBoundHostname(trx, account, terms)
  const now = source.clock.now()
  checkTokenCount(await repository.countAgentTokens(trx, account.id, now))
  const secret = makeSecret()
  const agentToken: AgentToken = {
    id: randomUUIDv7(),
    accountId: account.id,
    ...terms,
    prefix: getPrefix(secret),
    createdBy: null,
    apiKeyId: null,
    trustId: null,
    ...maker,
    createdAt: now,
    expiresAt: expiryOf({ ttlSeconds }, now),
    lastUsedAt: null,
    endedAt: null,
  }
  await repository.insertAgentToken(trx, { ...agentToken, tokenHash: sha256Hex(secret) })
  await recordAudit(trx, source, {
    action: 'agent_token.created',
    ...describeObject(agentToken),
    changes: listFacts({
      label: agentToken.label,
      gateway,
      hostnamePrefix: agentToken.hostnamePrefix,
      expiresAt: agentToken.expiresAt.toISOString(),
    }),
  })
  tell('accountChanged', account.id, { accountId: account.id })
  return { agentToken, secret }
}

/**
 * Returns the hostname of the gateway that a token is bound to, null for a prefix. Throws unless the account can bind a token this way: the gateway
 * is its own, or the prefix leaves room in a hostname.
 */
export async function findBoundHostname(
  trx: Trx,
  { id: accountId, namespace }: Locked<Account>,
  { gatewayId, hostnamePrefix }: Binding,
): Promise<string | null> {
  if (hostnamePrefix !== null) checkPrefixLength(hostnamePrefix, namespace)
  if (gatewayId === null) return null
  const gateway = await findGateway(trx, gatewayId)
  if (gateway?.accountId === accountId && gateway.deletedAt === null) return gateway.subdomain
  throw badInput(
    'gatewayId',
    `This account has no gateway with the id "${gatewayId}". Reserve it, or give hostnamePrefix.`,
  )
}

/** Revokes a token: it stops working at once, and its agents end. */
export async function revokeAgentToken(context: RequestContext, id: string): Promise<AgentToken> {
  const { accountId, gatewayId } = await authorizeOn(
    context,
    'manageAgentTokens',
    'agent token',
    () => repository.findAgentToken(context.db, id),
    toReach,
  )
  return await context.change(async (trx, tell) => {
    // An agent that starts with this token holds the same lock: it is ended here, or finds no token.
    await lockAccountFor(trx, context, 'manageAgentTokens', accountId, toReach({ gatewayId }))
    const revoked = await repository.endAgentToken(trx, id, context.clock.now())
    if (!revoked) throw notFound('agent token')
    await recordAudit(trx, context, { action: 'agent_token.revoked', ...describeObject(revoked) })
    await finishEnding({ trx, tell, source: context, endDependents: context.endDependents }, [revoked])
    tell('accountChanged', accountId, { accountId })
    return revoked
  })
}

/** Returns a part of the account's tokens that work, newest first; to an API key that is limited to gateways, those that are bound to one of them. */
export async function connectAgentTokens(
  context: RequestContext,
  accountId: string,
  { label, ...args }: SliceArgs & { label?: string | null },
): Promise<Connection<AgentToken>> {
  const actor = await authorize(context, 'viewAgentTokens', accountId, 'account', 'later')
  const slice = parseSlice({ field: 'Account.agentTokensConnection', owner: accountId, filter: { label } }, args)
  const gatewayIds = actor.kind === 'api-key' ? actor.gatewayIds : null
  return await repository.connectAgentTokens(
    context.db,
    { accountId, label, gatewayIds, now: context.clock.now() },
    slice,
  )
}

function toReach({ gatewayId }: Pick<AgentToken, 'gatewayId'>): Reach {
  return { gatewayId }
}

/** Ends all tokens of an account, all on gateways, or all that a user or trusts made, and their agents. */
export async function endAgentTokensOf(ending: Cascade, of: repository.TokenSelection): Promise<void> {
  const ended = await repository.endAgentTokensOf(ending.trx, of, ending.source.clock.now())
  await finishEnding(ending, ended)
}

/** Accounts whose expired tokens one round ends; the next round ends those of the others. */
const accountsPerRound = 200

/** Ends the tokens that have expired, and their agents. */
export async function endExpiredTokens(app: App): Promise<void> {
  const now = app.clock.now()
  for (const accountId of await repository.listAccountsWithExpired(app.db, now, accountsPerRound)) {
    await app.change(async (trx, tell) => {
      // An agent that starts with such a token holds the same lock: it is ended here, or finds no token.
      await lockAccounts(trx, [accountId])
      const ending = { trx, tell, source: asSystem(app), endDependents: app.endDependents }
      await finishEnding(ending, await repository.endExpiredTokens(trx, accountId, now))
      tell('accountChanged', accountId, { accountId })
    })
  }
}

/** Deletes tokens that ended long ago; agents keep the labels that they had. */
export async function deleteOldTokens({ db, clock }: App): Promise<void> {
  await repository.deleteEndedBefore(db, addMs(clock.now(), -30 * dayMs))
}

/** Ends what ends with the tokens, and notifies every node that they are no longer valid. */
async function finishEnding(ending: Cascade, tokens: readonly AgentToken[]): Promise<void> {
  if (tokens.length === 0) return
  for (const { id } of tokens) ending.tell('credentialEnded', 'all', { credentialId: id })
  await ending.endDependents(ending, 'agentTokens', { agentTokenIds: tokens.map(({ id }) => id) })
}
