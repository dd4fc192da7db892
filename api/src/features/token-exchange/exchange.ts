import type { ExchangeTokenInput } from '../../generated/schema.ts'
import { AppError } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { checkSuspension } from '../../platform/access/suspension.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import { IssuerFault } from '../../platform/identity-providers/issuer-keys.ts'
import { lockAccount } from '../accounts/service.ts'
import { addAgentToken, type CreatedAgentToken } from '../agent-tokens/service.ts'
import * as repository from './repository.ts'
import {
  checkClaims,
  type Claims,
  exchangedBefore,
  keptUntil,
  looksSigned,
  parseClaims,
  refused,
  type Trust,
} from './rules.ts'

/** Exchanges a workload's token for an agent token, once. Needs no credential of ours. */
export async function exchangeToken(
  context: RequestContext,
  { trustId, token }: ExchangeTokenInput,
): Promise<CreatedAgentToken> {
  const { change, clientNetwork, clock, db, rateLimiter } = context
  await rateLimiter.check('exchangeTokenFromClient', clientNetwork)
  const trust = await repository.findTrust(db, trustId)
  if (!trust || !looksSigned(token)) throw refused()
  const claims = await readSigned(context, trust, token)
  checkClaims(claims, trust, clock.now())

  return await change(async (trx, tell) => {
    const account = await lockAccount(trx, trust.accountId)
    checkSuspension(account, 'manageAgentTokens')
    // Deleting a trust takes the same lock. Its terms never change.
    if (!(await repository.findTrust(trx, trustId))) throw refused()
    if (!(await repository.insertExchanged(trx, keyOf(trust, claims, token), keptUntil(claims))))
      throw exchangedBefore()
    const { gatewayId, hostnamePrefix, label, name, ttlSeconds } = trust
    await repository.touchTrust(trx, trustId, clock.now())
    return await addAgentToken(trx, tell, context, {
      account,
      terms: { gatewayId, hostnamePrefix, label, name, ttlSeconds },
      maker: { trustId },
    })
  })
}

/** Returns the claims of a token that the trust's issuer has signed. */
async function readSigned({ issuerKeys, log }: App, { issuer }: Trust, token: string): Promise<Claims> {
  try {
    const payload = await issuerKeys.verify(issuer, token)
    const claims = payload && parseClaims(payload)
    if (claims === undefined) throw refused()
    return claims
  } catch (error) {
    if (!(error instanceof IssuerFault)) throw error
    log.warn({ err: error, issuer }, 'the keys of an issuer cannot be read')
    throw new AppError('UNAVAILABLE', `${error.message} Try again later.`)
  }
}

/**
 * Returns the key of a token among those that were exchanged: its `jti`, or what is signed. Not all of it, because signatures can be written in
 * two ways.
 */
function keyOf({ issuer }: Trust, { jti }: Claims, token: string): string {
  const [header, payload] = token.split('.')
  const name = typeof jti === 'string' && jti !== '' ? ['jti', jti] : ['signed', `${header}.${payload}`]
  return sha256Hex(JSON.stringify([issuer, ...name]))
}
