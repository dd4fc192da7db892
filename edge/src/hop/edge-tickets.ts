import { randomUUID } from 'node:crypto'
import { edgeAnswerToken, edgeTicketToken } from '@culvert/schema/tokens'
import { jwtVerify, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { BoundedMap } from '../bounded-map.ts'
import type { EdgeEntry } from '../routes/directory.ts'

/** The maximum difference between the clocks of edges. */
const clockToleranceSeconds = 30
/** More than an edge receives in the minute and a half for which a ticket may be valid. */
const usedMax = 10_000

type TokenKind = typeof edgeTicketToken | typeof edgeAnswerToken

/** Creates and checks the tickets that edges show each other before a session starts. */
export class EdgeTickets {
  readonly #edgeId: string
  /** The addresses at which others dial this edge. */
  readonly #addresses: readonly string[]
  readonly #key: Uint8Array
  readonly #used = new BoundedMap<string, true>(usedMax)

  constructor(edgeId: string, addresses: readonly string[], edgeSecret: string) {
    this.#edgeId = edgeId
    this.#addresses = addresses
    this.#key = new TextEncoder().encode(edgeSecret)
  }

  /**
   * Creates a ticket for another edge, which accepts it once. It names the address that is dialled: a program that answers there in place of the edge
   * cannot pass the ticket on to it, and read what follows.
   */
  async issue({ id: edgeId, url }: Pick<EdgeEntry, 'id' | 'url'>): Promise<{ token: string; id: string }> {
    const id = randomUUID()
    return { token: await this.#sign(edgeTicketToken, edgeId, id, { url }), id }
  }

  /** Returns the id of a ticket that is for this edge, at its address, and is shown for the first time; undefined for any other token. */
  async check(token: string): Promise<string | undefined> {
    const { jti: id, url } = (await this.#verify(token, edgeTicketToken, this.#edgeId)) ?? {}
    if (id === undefined || this.#used.get(id) === true || !this.#isOwn(url)) return undefined
    this.#used.set(id, true)
    return id
  }

  /** Creates the answer to a ticket. */
  async answer(ticketId: string): Promise<string> {
    return await this.#sign(edgeAnswerToken, ticketId, randomUUID())
  }

  /** Reports whether a token is an answer to this ticket. */
  async checkAnswer(token: string, ticketId: string): Promise<boolean> {
    return (await this.#verify(token, edgeAnswerToken, ticketId)) !== undefined
  }

  /** Edges of earlier versions name no address. */
  #isOwn(url: unknown): boolean {
    return url === undefined || (typeof url === 'string' && this.#addresses.includes(url))
  }

  async #sign(
    { typ, audience, lifetimeSeconds }: TokenKind,
    subject: string,
    id: string,
    claims?: JWTPayload,
  ): Promise<string> {
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ })
      .setIssuer(this.#edgeId)
      .setAudience(audience)
      .setSubject(subject)
      .setJti(id)
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds} s`)
      .sign(this.#key)
  }

  async #verify(token: string, { typ, audience }: TokenKind, subject: string): Promise<JWTPayload | undefined> {
    const verified = await jwtVerify(token, this.#key, {
      algorithms: ['HS256'],
      typ,
      audience,
      subject,
      requiredClaims: ['jti', 'iat', 'exp'],
      clockTolerance: clockToleranceSeconds,
    }).catch(() => undefined)
    return verified?.payload
  }
}
