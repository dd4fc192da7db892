import { compactVerify, createLocalJWKSet, errors, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../ground/clock.ts'
import type { IssuerConfig } from '../../ground/config.ts'
import { parseJson } from '../../ground/json.ts'
import { isInNetworks, isPublicAddress } from '../../ground/public-address.ts'
import type { DnsClient } from '../dns/look-up.ts'
import { sendOutgoing, describeOutgoingFault, type Guard, OutgoingFault } from '../public-side/outgoing.ts'

/** The only algorithms that are accepted: those of key pairs, so that what an issuer publishes cannot sign. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA']

/** The keys of an issuer cannot be read now; the message says why in a sentence. */
export class IssuerFault extends Error {}

/** Checks signatures of issuers that accounts name. */
export interface IssuerKeys {
  /**
   * Resolves with the payload of a JWS that one of the issuer's keys has signed; with undefined when none has. Rejects with an IssuerFault while
   * its keys cannot be read.
   */
  verify(issuer: string, token: string): Promise<Uint8Array | undefined>
}

/** More than any document of an issuer has. */
const answerBytesMax = 1_048_576
/** After this time the keys of an issuer are read again, so that a key that it withdraws is not accepted for long. */
const cacheMs = 10 * 60_000
/** Strangers can make up ids of keys as they like: an issuer is asked for unknown ones at most this often. */
const unknownKeyMs = 60_000
/** More issuers than any installation has; those that were read longest ago go first. */
const cachedMax = 500

interface Known {
  keys: Promise<ReturnType<typeof createLocalJWKSet>>
  /** When they were asked for; milliseconds since the epoch. */
  readAt: number
}

/** Makes the reader of issuers' keys. */
export function createIssuerKeys({
  config,
  dns,
  clock,
}: {
  config: { issuers: IssuerConfig }
  dns: DnsClient
  clock: Clock
}): IssuerKeys {
  const { allowedNetworks, timeoutMs } = config.issuers
  const guard: Guard = {
    dns,
    mayReach: (address) => isPublicAddress(address) || isInNetworks(address, allowedNetworks),
    describeRefusal: (host) =>
      `${host} is not on the public Internet. The operator can allow its network with ISSUER_ALLOWED_NETWORKS`,
  }
  const known = new Map<string, Known>()

  const readDocument = async <Schema extends z.ZodType>(url: string, schema: Schema): Promise<z.infer<Schema>> => {
    const parsed = URL.parse(url)
    if (parsed?.protocol !== 'https:') throw new OutgoingFault(`${url} is not an https address.`)
    const { status, body, isCut } = await sendOutgoing(guard, parsed, {
      headers: { accept: 'application/json' },
      timeoutMs,
      bytesMax: answerBytesMax,
    })
    if (status !== 200) throw new OutgoingFault(`${url} answered with ${status}, not 200. Redirects are not followed.`)
    if (isCut) throw new OutgoingFault(`${url} is longer than ${answerBytesMax} bytes.`)
    const { success, data } = schema.safeParse(parseJson(body.toString('utf8')))
    if (!success) throw new OutgoingFault(`${url} is not what OpenID Connect Discovery 1.0 asks for.`)
    return data
  }

  const readKeys = async (issuer: string) => {
    try {
      const discovery = await readDocument(
        `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        discoverySchema,
      )
      if (discovery.issuer !== issuer) {
        throw new OutgoingFault(`Its discovery document is of ${discovery.issuer}, not of ${issuer}.`)
      }
      return createLocalJWKSet(await readDocument(discovery.jwks_uri, jwksSchema))
    } catch (error) {
      throw new IssuerFault(`The keys of ${issuer} cannot be read: ${describeOutgoingFault(error)}`, { cause: error })
    }
  }

  const find = (issuer: string, maxAgeMs: number): Promise<ReturnType<typeof createLocalJWKSet>> => {
    const now = clock.now().getTime()
    const kept = known.get(issuer)
    if (kept && Math.abs(now - kept.readAt) < maxAgeMs) return kept.keys
    const keys = readKeys(issuer)
    known.delete(issuer)
    known.set(issuer, { keys, readAt: now })
    for (const oldest of known.keys()) {
      if (known.size <= cachedMax) break
      known.delete(oldest)
    }
    // Keys that could not be read are asked for again by the next caller.
    keys.catch(() => {
      if (known.get(issuer)?.keys === keys) known.delete(issuer)
    })
    return keys
  }

  return {
    verify: async (issuer, token) => {
      try {
        return (await compactVerify(token, await find(issuer, cacheMs), { algorithms })).payload
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) return refuse(error)
      }
      try {
        return (await compactVerify(token, await find(issuer, unknownKeyMs), { algorithms })).payload
      } catch (error) {
        return refuse(error)
      }
    },
  }
}

/** A token that is not signed as it must be is an answer here, and not an error. */
function refuse(error: unknown): undefined {
  if (!(error instanceof errors.JOSEError)) throw error
}

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.string() })

const jwksSchema = z.object({
  keys: z.array(z.looseObject({ kty: z.string() })).max(1_000),
}) satisfies z.ZodType<JSONWebKeySet>
