import type { Logger } from 'pino'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { probeToken, ticketToken } from '@culvert/schema/tokens'
import type { TicketLimits } from '@culvert/schema/tokens'
import { BoundedMap } from '../bounded-map.ts'
import { TicketRefused } from '../tunnels/ticket.ts'
import type { Ticket, TicketVerifier } from '../tunnels/ticket.ts'
import { Mirror } from './mirror.ts'

/** The time between two fetches for unknown keys: strangers can make up as many as they like. */
const unknownKeyMs = 1_000
/** How far the clocks of the API and its edges may differ. */
const clockToleranceSeconds = 5
/** More than an edge gets in the half minute for which a probe is valid. */
const shownProbesMax = 10_000

/**
 * Checks tickets against the API's published keys. The keys are fetched beforehand, renewed twice a minute, and kept while
 * the API is away, so that admitting an agent costs no call and needs no API.
 */
export function createTicketVerifier(apiUrl: string, issuer: string, log: Logger): TicketVerifier {
  const keys = createRemoteJWKSet(new URL(`${apiUrl}/.well-known/jwks.json`), {
    timeoutDuration: 5_000,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: unknownKeyMs,
  })
  const mirror = new Mirror({
    ask: () => keys.reload(),
    failureMessage: 'the API does not give its keys; those that are known stay',
    log,
  })
  const verify = (token: string, { typ, audience }: { typ: string; audience: string }, required: string[]) =>
    jwtVerify(token, keys, {
      algorithms: ['EdDSA'],
      typ,
      audience,
      issuer,
      requiredClaims: ['sub', 'iat', 'exp', ...required],
      clockTolerance: clockToleranceSeconds,
    })
  const shownProbes = new BoundedMap<string, true>(shownProbesMax)

  return {
    get isReady() {
      return keys.jwks() !== undefined
    },
    async checkTicket(ticket) {
      try {
        const { payload } = await verify(ticket, ticketToken, ['jti'])
        return readClaims(payload)
      } catch (error) {
        throw error instanceof TicketRefused ? error : explain(error)
      }
    },
    async checkProbe(token, hostname) {
      const verified = await verify(token, probeToken, ['jti']).catch(() => undefined)
      const { sub, jti } = verified?.payload ?? {}
      if (jti === undefined || sub !== hostname || shownProbes.get(jti) === true) return undefined
      shownProbes.set(jti, true)
      return jti
    },
    close: () => mirror.close(),
  }
}

function readClaims({ sub, iat, jti, accountId, gatewayId, hostname, limits }: JWTPayload): Ticket {
  const isValid =
    typeof sub === 'string' &&
    typeof iat === 'number' &&
    typeof jti === 'string' &&
    typeof accountId === 'string' &&
    (gatewayId === null || typeof gatewayId === 'string') &&
    typeof hostname === 'string' &&
    hostname === hostname.toLowerCase() &&
    hostname !== '' &&
    areLimits(limits)
  if (!isValid) throw new TicketRefused('TICKET_INVALID', 'The ticket lacks a claim that the edge needs.')
  return { sub, iat, jti, accountId, gatewayId, hostname, limits }
}

function areLimits(claim: unknown): claim is TicketLimits {
  if (typeof claim !== 'object' || claim === null) return false
  const names: (keyof TicketLimits)[] = ['requestsPerMinute', 'requestBurst', 'openRequests']
  return names.every((name) => Number(Reflect.get(claim, name)) > 0)
}

function explain(cause: unknown): TicketRefused {
  if (cause instanceof errors.JWTExpired) {
    return new TicketRefused('TICKET_EXPIRED', 'The ticket has expired. Ask the API for a new one.', { cause })
  }
  if (isFaultOfTicket(cause)) {
    return new TicketRefused('TICKET_INVALID', 'The ticket is not one that this edge accepts.', { cause })
  }
  // This is not the agent's fault, and after SHUTDOWN it dials again.
  return new TicketRefused('SHUTDOWN', 'The edge cannot check tickets now: it does not reach the API for its keys.', {
    cause,
  })
}

function isFaultOfTicket(error: unknown): boolean {
  return (
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported
  )
}
