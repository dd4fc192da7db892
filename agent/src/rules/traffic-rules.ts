import { Memo } from '@culvert/program/head-cache'
import type { HeaderField, RequestHead, ResponseHead } from '@culvert/wire'
import type { ParsedHead } from '../net/response-head.ts'
import type { OriginTarget } from '../net/target.ts'
import { changeHeaders } from './header-changes.ts'
import type { HeaderChanges } from './header-changes.ts'
import { findLostReference, loses, restoreAnswer, rewriteRequest } from './rewriting.ts'
import type { LostReference } from './rewriting.ts'

export interface TrafficRulesOptions {
  target: OriginTarget
  /** The Host to send to the app; undefined keeps the visitor's. */
  hostHeader: string | undefined
  /** Whether the app sees its own address in place of the public one, and visitors the public one. */
  rewrites: boolean
  requestHeaders: HeaderChanges
  responseHeaders: HeaderChanges
  /** Whether the agent asks visitors for a password, which is then not the app's. */
  removesAuthorization: boolean
}

/** A response's head as sent to the visitor. */
export interface RuledAnswer {
  answer: Readonly<ResponseHead>
  /** What may send visitors where they do not reach the app. */
  lostReference: LostReference | undefined
}

/** The changes to the header sections of requests and responses. */
export class TrafficRules {
  readonly #options: TrafficRulesOptions
  readonly #requestChanges: HeaderChanges
  readonly #answers: Memo<Readonly<ParsedHead>, RuledAnswer>

  constructor(options: TrafficRulesOptions) {
    this.#options = options
    const { requestHeaders, removesAuthorization } = options
    this.#requestChanges = removesAuthorization
      ? { add: requestHeaders.add, remove: new Set([...requestHeaders.remove, 'authorization']) }
      : requestHeaders
    this.#answers = new Memo((head) => this.#change(head))
  }

  /** Returns the fields of a request as sent to the app. They depend only on the visitor's fields. */
  forRequest(fields: readonly HeaderField[]): readonly HeaderField[] {
    const { target, rewrites, hostHeader } = this.#options
    const rewritten = rewrites ? rewriteRequest(fields, target) : fields
    const hosted = hostHeader === undefined ? rewritten : rewritten.map((field) => withHost(field, hostHeader))
    return changeHeaders(hosted, this.#requestChanges)
  }

  /** Returns a response's head as sent to the visitor of `request`. */
  forAnswer(head: Readonly<ParsedHead>, request: Pick<RequestHead, 'fields'>): RuledAnswer {
    const { target, rewrites } = this.#options
    if (!rewrites) return this.#answers.get(head, head.isShared)
    // What a page may request depends on the visitor's origin.
    return this.#change({ ...head, fields: restoreAnswer(head.fields, request.fields, target), isShared: false })
  }

  /** Returns the field of an answer that sends the visitor of `request` where it does not reach the app; undefined if there is none. */
  findMisdirection(
    { lostReference }: RuledAnswer,
    request: Pick<RequestHead, 'method' | 'target' | 'fields'>,
  ): LostReference | undefined {
    return lostReference && loses(lostReference, request, this.#options.target) ? lostReference : undefined
  }

  #change(head: Readonly<ParsedHead>): RuledAnswer {
    const { target, responseHeaders } = this.#options
    const lostReference = findLostReference(head, target)
    const fields = changeHeaders(head.fields, responseHeaders)
    return { answer: fields === head.fields ? head : { ...head, fields }, lostReference }
  }
}

function withHost(field: HeaderField, host: string): HeaderField {
  return field[0].toLowerCase() === 'host' ? ['Host', host] : field
}
