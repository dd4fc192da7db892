import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
import { postByFetch, postGraphQL } from './request.ts'
import type { Post } from './request.ts'

/** A GraphQL operation as text with the types of its result and variables; generated documents match it. */
export type ControlDocument<TResult, TVariables> = { toString(): string } & DocumentTypeDecoration<TResult, TVariables>

export interface ControlClientOptions {
  /** The API's address, for example http://localhost:4000. */
  apiUrl: string
  /** Returns the value of the Authorization header; called for every request and every connection. */
  authorization: () => string | Promise<string>
  /** Sends a request; `fetch` by default. */
  post?: Post
  /** How long a request may take, in milliseconds. Default 10 s. */
  timeoutMs?: number
}

/** A GraphQL client for queries and mutations. */
export interface RequestClient {
  /** Runs a query or mutation; throws ControlError. */
  request<TResult, TVariables>(
    document: ControlDocument<TResult, TVariables>,
    variables: TVariables,
    options?: { signal?: AbortSignal },
  ): Promise<TResult>
  /** Cancels running requests. */
  close(): void
}

/** Returns the address of an API's GraphQL endpoint. */
export function graphqlUrlOf(apiUrl: string): string {
  return `${apiUrl.replace(/\/+$/, '')}/graphql`
}

/** Creates a client of one API for queries and mutations; nothing is opened before the first. */
export function createRequestClient({
  apiUrl,
  authorization,
  post = postByFetch,
  timeoutMs = 10_000,
}: ControlClientOptions): RequestClient {
  const url = graphqlUrlOf(apiUrl)
  const closed = new AbortController()
  return {
    async request<TResult, TVariables>(
      document: ControlDocument<TResult, TVariables>,
      variables: TVariables,
      { signal }: { signal?: AbortSignal } = {},
    ) {
      const signals = [AbortSignal.timeout(timeoutMs), closed.signal]
      if (signal !== undefined) signals.push(signal)
      const data = await postGraphQL({
        url,
        post,
        authorization: await authorization(),
        query: document.toString(),
        variables,
        signal: AbortSignal.any(signals),
      })
      // The document's types are generated from the schema that the server implements.
      return data as TResult
    },

    close() {
      closed.abort()
    },
  }
}
