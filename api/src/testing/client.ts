import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
import { createClient, type Client } from 'graphql-ws'
import { WebSocket } from 'ws'

/** A generated document: its text, and the types of its variables and result. */
export type TestDocument<TResult, TVariables> = { toString(): string } & DocumentTypeDecoration<TResult, TVariables>

/** The first error of an answer, as tests check it. */
export class ApiError extends Error {
  readonly code: unknown
  readonly field: unknown
  readonly docs: unknown
  readonly reason: unknown
  readonly factors: unknown

  constructor({ message, extensions }: { message: string; extensions?: Record<string, unknown> }) {
    super(message)
    this.code = extensions?.code
    this.field = extensions?.field
    this.docs = extensions?.docs
    this.reason = extensions?.reason
    this.factors = extensions?.factors
  }
}

/** A server's answer over HTTP. */
export interface HttpAnswer {
  status: number
  headers: Headers
  body: {
    data?: unknown
    errors?: { message: string; path?: (string | number)[]; extensions?: Record<string, unknown> }[]
  }
}

/** The Authorization header, or a function that makes one for each request, for short-lived tokens. */
export type Authorization = string | undefined | (() => Promise<string>)

/** Sends GraphQL over real HTTP and WebSocket, as the holder of a credential. */
export class TestClient {
  readonly #url: string
  readonly #authorize: () => Promise<string | undefined>
  readonly #nextListener: () => Promise<void>

  constructor(url: string, authorization: Authorization, nextListener: () => Promise<void>) {
    this.#url = url
    this.#authorize = typeof authorization === 'function' ? authorization : () => Promise.resolve(authorization)
    this.#nextListener = nextListener
  }

  /** Sends one operation. Rejects with an ApiError when the answer has errors. */
  async run<TResult, TVariables>(document: TestDocument<TResult, TVariables>, variables: TVariables): Promise<TResult> {
    const { body } = await this.post({ query: document.toString(), variables })
    const [error] = body.errors ?? []
    if (error) throw new ApiError(error)
    // The document's type describes the server's answer.
    return body.data as TResult
  }

  /** Sends any body, with any further headers, and returns the whole answer. */
  async post(body: unknown, headers: Record<string, string> = {}): Promise<HttpAnswer> {
    const authorization = await this.#authorize()
    const response = await fetch(`${this.#url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as HttpAnswer['body'] }
  }

  /** Subscribes, and resolves once the server listens for events, or has refused. */
  async subscribe<TResult, TVariables extends Record<string, unknown>>(
    document: TestDocument<TResult, TVariables>,
    variables: TVariables,
  ): Promise<TestSubscription<TResult>> {
    const subscription = new TestSubscription<TResult>(
      createClient({
        url: `${this.#url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: async () => ({ authorization: await this.#authorize() }),
        retryAttempts: 0,
      }),
      { query: document.toString(), variables },
    )
    await Promise.race([this.#nextListener(), subscription.ended])
    return subscription
  }
}

/** The events of a subscription, queued until a test reads them. */
export class TestSubscription<TResult> {
  /** Resolves with the reason why the subscription ended: undefined for a completion, otherwise errors or a close event. */
  readonly ended: Promise<unknown>
  readonly #client: Client
  readonly #results: TResult[] = []
  #hasEnded = false
  #wake: () => void = () => undefined

  constructor(client: Client, payload: { query: string; variables: Record<string, unknown> }) {
    this.#client = client
    this.ended = new Promise((resolve) => {
      const end = (why?: unknown): void => {
        this.#hasEnded = true
        resolve(why)
        this.#wake()
      }
      client.subscribe<TResult>(payload, {
        next: ({ data, errors }) => {
          if (errors) return end(errors)
          if (data) this.#results.push(data)
          this.#wake()
        },
        error: end,
        complete: end,
      })
    })
  }

  /** Returns the next matching event and drops those before it. Rejects if the subscription ends or is closed first. */
  async next(fits: (result: TResult) => boolean = () => true): Promise<TResult> {
    for (;;) {
      const result = this.#results.shift()
      if (result !== undefined) {
        if (fits(result)) return result
      } else {
        if (this.#hasEnded) {
          throw new Error('The subscription ended before an event that fits.', { cause: await this.ended })
        }
        await new Promise<void>((resolve) => (this.#wake = resolve))
      }
    }
  }

  async close(): Promise<void> {
    await this.#client.dispose()
  }
}
