import type { ApolloLink } from '@apollo/client/link'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import type { GraphQLFormattedError } from 'graphql'
import { from, of, switchMap, tap, throwError, type Observable } from 'rxjs'
import type { SessionStore } from '../auth/session-store.ts'
import { findErrorCode } from './errors.ts'

/** The part of an operation's context that this link reads and writes. */
declare module '@apollo/client' {
  interface DefaultContext {
    /** True for operations that run without a session, such as signing in. */
    withoutSession?: boolean
    /** The access token that the operation was sent with. */
    accessToken?: string
  }
}

/**
 * Sends the access token with each operation. If the server refuses it, refreshes the session once and sends the
 * operation again; if that is refused too, the session is over and the route guard takes the reader to sign-in.
 */
export function createSessionLink(session: SessionStore): ApolloLink {
  const authorize = new SetContextLink(async ({ headers, withoutSession }) => {
    if (withoutSession) return {}
    const accessToken = await session.getAccessToken()
    return accessToken ? { accessToken, headers: { ...headers, authorization: `Bearer ${accessToken}` } } : {}
  })

  const renew = new ErrorLink(({ error, result, operation, forward }) => {
    const { withoutSession, accessToken } = operation.getContext()
    if (withoutSession || !isRefusal(error)) return undefined
    return from(session.replaceAccessToken(accessToken)).pipe(
      switchMap((token): Observable<ApolloLink.Result> => {
        if (token === undefined) return result ? of(result) : throwError(() => error)
        return forward(operation).pipe(
          tap({
            next: ({ errors }) => errors?.some(isRefused) && session.endEverywhere(),
            error: (secondError) => isRefusal(secondError) && session.endEverywhere(),
          }),
        )
      }),
    )
  })

  return renew.concat(authorize)
}

const isRefusal = (error: unknown) => findErrorCode(error) === 'UNAUTHENTICATED'

const isRefused = ({ extensions }: GraphQLFormattedError) => extensions?.['code'] === 'UNAUTHENTICATED'
