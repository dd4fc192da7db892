import { ApolloClient, InMemoryCache, gql } from '@apollo/client'
import { ApolloLink } from '@apollo/client/link'
import { describe, expect, it } from 'vitest'
import { of } from 'rxjs'
import { SessionStore, type SessionApi } from '../auth/session-store.ts'
import { aSession, noSession, oneTab } from '../testing/people.ts'
import { createSessionLink } from './session-link.ts'

const query = gql`
  query Test_Query {
    viewer {
      name
    }
  }
`

/** A client whose server accepts one token only. */
function clientOf(api: SessionApi, accepted: string) {
  const session = new SessionStore(api, oneTab)
  session.signIn(aSession('old'))
  const seen: unknown[] = []
  const server = new ApolloLink((operation) => {
    const { authorization } = operation.getContext().headers as Record<string, string>
    seen.push(authorization)
    if (authorization === `Bearer ${accepted}`) return of({ data: { viewer: { __typename: 'V', name: 'Ada' } } })
    return of({ errors: [{ message: 'Sign in again.', extensions: { code: 'UNAUTHENTICATED' } }] })
  })
  const client = new ApolloClient({ cache: new InMemoryCache(), link: createSessionLink(session).concat(server) })
  return { client, session, seen }
}

const refreshingTo = (token: string): SessionApi => ({
  ...noSession,
  refreshSession: () => Promise.resolve(aSession(token)),
})

describe('an operation', () => {
  it('carries the access token', async () => {
    const { client, seen } = clientOf(noSession, 'old')
    await client.query({ query })
    expect(seen).toEqual(['Bearer old'])
  })

  it('is sent again with a new token when the server refuses the old one', async () => {
    const { client, session, seen } = clientOf(refreshingTo('new'), 'new')
    const { data } = await client.query({ query })
    expect(data).toMatchObject({ viewer: { name: 'Ada' } })
    expect(seen).toEqual(['Bearer old', 'Bearer new'])
    expect(session.getState().status).toBe('signed-in')
  })

  it('ends the session when the new token is refused too', async () => {
    const { client, session, seen } = clientOf(refreshingTo('new'), 'another')
    await expect(client.query({ query })).rejects.toThrow('Sign in again.')
    expect(seen).toEqual(['Bearer old', 'Bearer new'])
    expect(session.getState().status).toBe('signed-out')
  })

  it('ends the session when the token cannot be refreshed', async () => {
    const { client, session, seen } = clientOf(noSession, 'new')
    await expect(client.query({ query })).rejects.toThrow('Sign in again.')
    expect(seen).toEqual(['Bearer old'])
    expect(session.getState().status).toBe('signed-out')
  })
})
