import type { Logger } from 'pino'
import { type JWTPayload, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { agentCallToken, probeToken, ticketToken } from '@culvert/schema/tokens'
import type { AgentCallMethod, TicketLimits } from '@culvert/schema/tokens'
import { BoundedMap } from '../bounded-map.ts'
import { type AgentCall, type Ticket, TicketRefused, type TicketVerifier } from '../tunnels/ticket.ts'
import { ApiMirror } from './api-mirror.ts'

/** The time between two fetches for unknown keys: strangers can make up any number of them. */
const unknownKeyMs = 1_000
/** The maximum difference between the clocks of the API and its edges. */
const clockToleranceSeconds = 5
/** More than an edge receives in the half minute for which a probe or a call is valid. */
const usedMax = 10_000

/**
 * Checks tickets against the API's published keys. The keys are fetched in advance, renewed twice a minute, and kept while
 * the API is away, so that admitting an agent costs no call and works without the API.
 */
export function createTicketVerifier(apiUrl: string, issuer: string, log: Logger): TicketVerifier {
  const keys = createRemoteJWKSet(new URL(`${apiUrl}/.well-known/jwks.json`), {
    timeoutDuration: 5_000,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: unknownKeyMs,
  })
  const mirror = new ApiMirror({
    ask: () => keys.reload(),
    failureMessage: 'the API does not return its keys; known keys stay in use',
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
  const used = new BoundedMap<string, true>(usedMax)
  /** Returns the claims of a token that is for this hostname and is shown for the first time. */
  const verifyOnce = async (
    token: string,
    kind: { typ: string; audience: string },
    hostname: string,
  ): Promise<(JWTPayload & { jti: string }) | undefined> => {
    const verified = await verify(token, kind, ['jti']).catch(() => undefined)
    const { sub, jti } = verified?.payload ?? {}
    if (verified === undefined || jti === undefined || sub !== hostname || used.get(jti) === true) return undefined
    used.set(jti, true)
    return { ...verified.payload, jti }
  }

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
      const payload = await verifyOnce(token, probeToken, hostname)
      return payload && { id: payload.jti, agentId: typeof payload.agentId === 'string' ? payload.agentId : null }
    },
    async checkCall(token, hostname) {
      const payload = await verifyOnce(token, agentCallToken, hostname)
      return payload && readCall(payload, payload.jti, hostname)
    },
    close: () => mirror.close(),
  }
}

function readClaims({
  sub,
  iat,
  jti,
  accountId,
  gatewayId,
  hostname,
  label = null,
  pool = false,
  limits,
}: JWTPayload): Ticket {
  const isValid =
    typeof sub === 'string' &&
    typeof iat === 'number' &&
    typeof jti === 'string' &&
    typeof accountId === 'string' &&
    (gatewayId === null || typeof gatewayId === 'string') &&
    typeof hostname === 'string' &&
    hostname === hostname.toLowerCase() &&
    hostname !== '' &&
    (label === null || typeof label === 'string') &&
    typeof pool === 'boolean' &&
    areLimits(limits)
  if (!isValid) throw new TicketRefused('TICKET_INVALID', 'The ticket lacks a claim that the edge needs.')
  return { sub, iat, jti, accountId, gatewayId, hostname, label, pool, limits }
}

function readCall(
  { agentId, method, target, bodyHash }: JWTPayload,
  id: string,
  hostname: string,
): AgentCall | undefined {
  const isValid =
    typeof agentId === 'string' &&
    isCallMethod(method) &&
    typeof target === 'string' &&
    callTarget.test(target) &&
    typeof bodyHash === 'string'
  return isValid ? { id, hostname, agentId, method, target, bodyHash } : undefined
}

const callTarget = /^\/[\x21-\x7e]{0,2048}$/

function isCallMethod(claim: unknown): claim is AgentCallMethod {
  return claim === 'GET' || claim === 'POST' || claim === 'PUT'
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
  // This is not the agent's fault, and after SHUTDOWN it redials.
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
