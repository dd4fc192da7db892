import { fitsGateways } from '@culvert/schema/credentials'
import type { ApiKeyScope } from '../../generated/schema.ts'
import { AppError, forbidden, notFound } from '../../ground/errors.ts'
import type { Actor, ApiKeyActor } from './actor.ts'

const fits: Record<ApiKeyScope, boolean> = fitsGateways

/** The scopes of API keys, in their order. */
export const apiKeyScopes = Object.keys(fits) as readonly ApiKeyScope[]

/** The scopes that a key limited to gateways may have. */
export const gatewayScopes: readonly ApiKeyScope[] = apiKeyScopes.filter((scope) => fits[scope])

/** What part of an account an action reaches: what belongs to one gateway, or to none if that is null, or more than that. */
export type Reach = { gatewayId: string | null } | 'account'

/** The same, or `later` if only the caller will know: it then calls `reaches`. */
export type KnownReach = Reach | 'later'

/** Reports whether the actor may reach what belongs to a gateway. All may except API keys that are limited to others. */
export function reaches(actor: Actor, { gatewayId }: { gatewayId: string | null }): boolean {
  if (actor.kind !== 'api-key' || actor.gatewayIds === null) return true
  return gatewayId !== null && actor.gatewayIds.includes(gatewayId)
}

/**
 * Throws if an API key is limited to gateways and what it asks for is beyond them: FORBIDDEN for the account as a whole, and NOT_FOUND of the
 * subject for what does not belong to one of them.
 */
export function checkReach(actor: ApiKeyActor, reach: KnownReach, subject: string): void {
  if (actor.gatewayIds === null || reach === 'later') return
  if (reach === 'account') {
    throw forbidden(
      'This API key is limited to gateways, and this is not about one of them. Name one as `gatewayId` where that is accepted, or use a key without this limit.',
    )
  }
  if (!reaches(actor, reach)) throw notFound(subject)
}

/** Refuses an API key that is not, or no longer, in force. */
export function invalidApiKey(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'This API key is not valid: it is mistyped, it has expired, or it was revoked. Create another one on the dashboard.',
  )
}
