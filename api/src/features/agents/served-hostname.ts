import type { AppError } from '../../ground/errors.ts'
import type { Locked, Trx } from '../../platform/db/db.ts'
import type { Account } from '../accounts/rules.ts'
import { isInForeignNamespace } from '../accounts/service.ts'
import { getAgentTokenInForce } from '../agent-tokens/authentication.ts'
import { describeBinding } from '../agent-tokens/holder.ts'
import { type AgentToken, checkPrefixLength, notAllowed } from '../agent-tokens/rules.ts'
import { buildSubdomain, type Gateway } from '../gateways/rules.ts'
import { findGateway, findLiveGateway, getGatewayForTunnel, isHeldBack } from '../gateways/service.ts'
import { isBlocked } from '../hostname-blocks/service.ts'
import { getDefaultDomain } from '../site/service.ts'
import { makePrefixedName, makeRandomHostname } from './random-hostname.ts'
import * as repository from './repository.ts'
import type { Runner } from './runners.ts'

/** The hostname at which an agent is reached. */
export interface ServedHostname {
  hostname: string
  /** Undefined for a hostname that exists only as long as the agent. */
  gateway: Gateway | undefined
  /** The label of the agent token; null for a person. */
  label: string | null
}

/** Finds the hostname of a new agent of a locked account: the requested gateway, the gateway that a token is bound to, or a free hostname. */
export async function findServedHostname(
  trx: Trx,
  { account, runner, asked, now }: { account: Locked<Account>; runner: Runner; asked: string; now: Date },
): Promise<ServedHostname> {
  if (runner.kind === 'agent-token') {
    return await findHostnameOfToken(
      trx,
      account,
      await getAgentTokenInForce(trx, runner.agentTokenId, now),
      asked,
      now,
    )
  }
  const gateway = asked === '' ? undefined : await getGatewayForTunnel(trx, account.id, asked)
  const hostname = gateway?.subdomain ?? (await findRandomHostname(trx, account, now))
  return { hostname, gateway, label: null }
}

async function findHostnameOfToken(
  trx: Trx,
  account: Locked<Account>,
  token: AgentToken,
  asked: string,
  now: Date,
): Promise<ServedHostname> {
  const { label, hostnamePrefix } = token
  const gateway = await findAllowedGateway(trx, token, asked)
  if (gateway) return { hostname: gateway.subdomain, gateway, label }
  return { hostname: await findPrefixedHostname(trx, account, hostnamePrefix ?? '', now), gateway: undefined, label }
}

/** Returns the gateway that a token's agent serves; undefined for a hostname of its prefix. Throws FORBIDDEN for one that the token does not allow. */
async function findAllowedGateway(trx: Trx, token: AgentToken, asked: string): Promise<Gateway | undefined> {
  const { accountId, gatewayId, hostnamePrefix } = token
  const wanted = asked.toLowerCase()
  const refuse = async (): Promise<AppError> => notAllowed(await describeBinding(trx, token), asked)
  if (gatewayId !== null) {
    const bound = await findGateway(trx, gatewayId)
    if (!bound || (wanted !== '' && wanted !== bound.name && wanted !== bound.subdomain)) throw await refuse()
    return await getGatewayForTunnel(trx, accountId, bound.subdomain)
  }
  if (wanted === '') return undefined
  const prefix = hostnamePrefix ?? ''
  // A name that is refused anyway is not looked up, so that the token's holder does not learn what else the account has.
  if (!wanted.startsWith(prefix)) throw await refuse()
  const gateway = await getGatewayForTunnel(trx, accountId, wanted)
  if (!gateway.name.startsWith(prefix)) throw await refuse()
  return gateway
}

/** Finds a random hostname that is free. */
async function findRandomHostname(trx: Trx, { id }: Locked<Account>, now: Date): Promise<string> {
  const domain = await getDefaultDomain(trx)
  for (;;) {
    const hostname = makeRandomHostname(domain)
    if (await isFree(trx, hostname, id, now)) return hostname
  }
}

/** Finds a hostname that begins with a prefix, lies in the account's namespace, and is free. */
async function findPrefixedHostname(trx: Trx, account: Locked<Account>, prefix: string, now: Date): Promise<string> {
  // The namespace may have grown since the token was made.
  checkPrefixLength(prefix, account.namespace)
  const domain = await getDefaultDomain(trx)
  for (;;) {
    const hostname = buildSubdomain(makePrefixedName(prefix), account.namespace, domain)
    const [label = ''] = hostname.split('.')
    if (await isInForeignNamespace(trx, label, account, now)) continue
    if (await isFree(trx, hostname, account.id, now)) return hostname
  }
}

/** Reports whether no gateway and no agent has a hostname, no gateway of another account had it until recently, and it is not blocked. */
async function isFree(trx: Trx, hostname: string, accountId: string, now: Date): Promise<boolean> {
  const holder = (await findLiveGateway(trx, hostname)) ?? (await repository.findHolders(trx, hostname))[0]
  return !holder && !(await isHeldBack(trx, hostname, accountId, now)) && !(await isBlocked(trx, hostname))
}
