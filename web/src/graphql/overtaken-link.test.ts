import { ApolloClient, InMemoryCache, gql } from '@apollo/client'
import { ApolloLink } from '@apollo/client/link'
import { OperationTypeNode } from 'graphql'
import { Observable, Subject } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import { createOvertakenLinks } from './overtaken-link.ts'

const query = gql`
  query Test_Query {
    agent {
      id
      status
    }
  }
`

const mutation = gql`
  mutation Test_Mutation {
    stopAgent {
      id
      status
    }
  }
`

const subscription = gql`
  subscription Test_Subscription {
    agentChanged {
      id
      status
    }
  }
`

const agent = (status: string) => ({ __typename: 'Agent', id: 'a', status })

/** A client for which a test supplies the server's answers and events. */
function startClient() {
  const changes = new Subject<ApolloLink.Result>()
  const answers: ((status: string) => void)[] = []
  const server = new ApolloLink(
    ({ operationName }) =>
      new Observable((asked) => {
        answers.push((status) => {
          asked.next({ data: { [operationName === 'Test_Query' ? 'agent' : 'stopAgent']: agent(status) } })
          asked.complete()
        })
      }),
  )
  const { events, queries } = createOvertakenLinks()
  const cache = new InMemoryCache()
  const client = new ApolloClient({
    cache,
    link: ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      events.concat(new ApolloLink(() => changes)),
      queries.concat(server),
    ),
  })
  client.subscribe({ query: subscription }).subscribe(() => undefined)
  const answer = async (status: string) => {
    await vi.waitUntil(() => answers.length > 0)
    answers.shift()?.(status)
  }
  const tell = (status: string) => changes.next({ data: { agentChanged: agent(status) } })
  const shown = () => cache.extract()['Agent:a']?.['status']
  return { client, answer, answers, tell, shown }
}

describe('a query', () => {
  it('is sent again if an event arrives before its answer, so that the event is not undone', async () => {
    const { client, answer, tell, shown } = startClient()
    const asked = client.query({ query })
    tell('ended')
    expect(shown()).toBe('ended')
    await answer('active')
    expect(shown()).toBe('ended')
    await answer('ended')
    await asked
    expect(shown()).toBe('ended')
  })

  it('is sent once if no event arrives', async () => {
    const { client, answer, answers, tell } = startClient()
    tell('active')
    const asked = client.query({ query })
    await answer('active')
    await asked
    expect(answers).toEqual([])
  })

  it('is answered even if events keep arriving', async () => {
    const { client, answer, tell, shown } = startClient()
    const asked = client.query({ query })
    for (const status of ['one', 'two', 'three']) {
      await vi.waitFor(() => tell('event'))
      await answer(status)
    }
    await asked
    expect(shown()).toBe('three')
  })
})

describe('a mutation', () => {
  it('is never sent twice', async () => {
    const { client, answer, answers, tell } = startClient()
    const sent = client.mutate({ mutation })
    tell('active')
    await answer('ended')
    await sent
    expect(answers).toEqual([])
  })
})
