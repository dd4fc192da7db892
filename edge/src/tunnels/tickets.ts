import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import type { GoAwayCode } from '@culvert/wire'
import { probeToken, ticketToken } from '@culvert/schema/tokens'
import type { TicketClaims, TicketLimits } from '@culvert/schema/tokens'
import { BoundedMap } from '../bounded-map.ts'

/** A ticket that was checked, with the second in which it was issued. */
export type Ticket = TicketClaims & { iat: number }

/** The ticket does not admit its agent; the message is for the person at the agent's screen. */
export class TicketRefused extends Error {
  readonly code: GoAwayCode

  constructor(code: GoAwayCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TicketRefused'
    this.code = code
  }
}

/** Checks what the API signs: tickets of agents, and its own probes. */
export interface TicketVerifier {
  /** Whether it has keys to check with. */
  readonly isReady: boolean
  /** Throws TicketRefused. */
  checkTicket(ticket: string): Promise<Ticket>
  /** The id of a probe of this hostname; undefined when the token is none, or was shown before. */
  checkProbe(token: string, hostname: string): Promise<string | undefined>
  close(): void
}

const keysRefreshMs = 10 * 60_000
/** Clocks of the API and its edges may differ by this much. */
const clockToleranceSeconds = 5
/** More than an edge gets in the half minute that a probe is good for. */
const shownProbesMax = 10_000

/**
 * Checks tickets against the API's published keys. The keys are fetched beforehand, renewed now and then, and kept while
 * the API is away, so that admitting an agent costs no call and needs no API.
 */
export function createTicketVerifier(apiUrl: string, issuer: string): TicketVerifier {
  const keys = createRemoteJWKSet(new URL(`${apiUrl}/.well-known/jwks.json`), {
    timeoutDuration: 5_000,
    cacheMaxAge: Number.POSITIVE_INFINITY,
  })
  // A failure shows where it matters, at the next ticket that needs a key.
  const refresh = () => void keys.reload().catch(() => {})
  refresh()
  const timer = setInterval(refresh, keysRefreshMs)
  timer.unref()
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
        const { payload } = await verify(ticket, ticketToken, [])
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
    close: () => clearInterval(timer),
  }
}

function readClaims({ sub, iat, accountId, gatewayId, hostname, limits }: JWTPayload): Ticket {
  const isValid =
    typeof sub === 'string' &&
    typeof iat === 'number' &&
    typeof accountId === 'string' &&
    (gatewayId === null || typeof gatewayId === 'string') &&
    typeof hostname === 'string' &&
    hostname === hostname.toLowerCase() &&
    hostname !== '' &&
    areLimits(limits)
  if (!isValid) throw new TicketRefused('TICKET_INVALID', 'The ticket lacks a claim that the edge needs.')
  return { sub, iat, accountId, gatewayId, hostname, limits }
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
  // Not the agent's fault: SHUTDOWN is the code after which it dials again.
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
