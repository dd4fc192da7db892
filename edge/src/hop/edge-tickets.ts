import { randomUUID } from 'node:crypto'
import { edgeAnswerToken, edgeTicketToken } from '@culvert/schema/tokens'
import { type JWTPayload, jwtVerify } from 'jose'
import { BoundedMap } from '../bounded-map.ts'
import { signToken } from '../sign-token.ts'
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
  readonly #edgeSecret: string
  readonly #used = new BoundedMap<string, true>(usedMax)

  constructor(edgeId: string, addresses: readonly string[], edgeSecret: string) {
    this.#edgeId = edgeId
    this.#addresses = addresses
    this.#edgeSecret = edgeSecret
  }

  /**
   * Creates a ticket for another edge, which accepts it once. It names the address that is dialled: a program that answers there in place of the edge
   * cannot pass the ticket on to it, and read what follows.
   */
  async issue({ id: edgeId, url }: Pick<EdgeEntry, 'id' | 'url'>): Promise<{ token: string; id: string }> {
    const id = randomUUID()
    const claims = { iss: this.#edgeId, sub: edgeId, jti: id, url }
    return { token: await signToken(this.#edgeSecret, edgeTicketToken, claims), id }
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
    const claims = { iss: this.#edgeId, sub: ticketId, jti: randomUUID() }
    return await signToken(this.#edgeSecret, edgeAnswerToken, claims)
  }

  /** Reports whether a token is an answer to this ticket. */
  async checkAnswer(token: string, ticketId: string): Promise<boolean> {
    return (await this.#verify(token, edgeAnswerToken, ticketId)) !== undefined
  }

  /** Edges of earlier versions name no address. */
  #isOwn(url: unknown): boolean {
    return url === undefined || (typeof url === 'string' && this.#addresses.includes(url))
  }

  async #verify(token: string, { typ, audience }: TokenKind, subject: string): Promise<JWTPayload | undefined> {
    const verified = await jwtVerify(token, new TextEncoder().encode(this.#edgeSecret), {
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
