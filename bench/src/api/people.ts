import { z } from 'zod'
import type { ApiClient } from './client.ts'

/** A person with an account, an AuthID and a running agent. */
export interface Person {
  email: string
  password: string
  accessToken: string
  refreshToken: string
  accountId: string
  /** The AuthID: `pk_…`. */
  authId: string
  agentId: string
}

const signUp = `mutation ($input: SignUpInput!) { signUp(input: $input) { session { accessToken refreshToken } } }`
const refresh = `mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { session { accessToken refreshToken } } }`
const findAccount = `query { viewer { memberships { account { id } } } }`
const createAuthToken = `mutation ($input: CreateAuthTokenInput!) { createAuthToken(input: $input) { secret } }`
const startAgent = `mutation ($input: StartAgentInput!) { startAgent(input: $input) { agent { id } } }`

const session = z.object({ session: z.object({ accessToken: z.string(), refreshToken: z.string() }) })

/** Signs people up, as anyone would. */
export async function signPeopleUp(api: ApiClient, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let index = 0; index < count; index += 1) people.push(await signPersonUp(api, index))
  return people
}

async function signPersonUp(api: ApiClient, index: number): Promise<Person> {
  const input = {
    firstName: `Bench${index}`,
    lastName: 'Mark',
    email: `bench-${index}@example.com`,
    password: 'throw-away',
    acceptTerms: true,
  }
  const signedUp = await api.read({ query: signUp, variables: { input } }, z.object({ signUp: session }))
  const { accessToken, refreshToken } = signedUp.signUp.session

  const membership = z.object({ account: z.object({ id: z.string() }) })
  const viewer = z.object({ viewer: z.object({ memberships: z.tuple([membership]) }) })
  const accountId = (await api.read({ query: findAccount }, viewer, accessToken)).viewer.memberships[0].account.id

  const authToken = z.object({ createAuthToken: z.object({ secret: z.string() }) })
  const made = await api.read({ query: createAuthToken, variables: { input: { accountId } } }, authToken, accessToken)
  const authId = made.createAuthToken.secret

  const agent = z.object({ startAgent: z.object({ agent: z.object({ id: z.string() }) }) })
  const variables = { input: { forwardingTo: 'http://localhost:3000' } }
  const started = await api.read({ query: startAgent, variables }, agent, authId)
  const { email, password } = input
  return { email, password, accessToken, refreshToken, accountId, authId, agentId: started.startAgent.agent.id }
}

/** Gets new tokens, because access tokens expire before a long run ends. */
export async function refreshSessions(api: ApiClient, people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const variables = { input: { refreshToken: person.refreshToken } }
    const refreshed = await api.read({ query: refresh, variables }, z.object({ refreshSession: session }))
    Object.assign(person, refreshed.refreshSession.session)
  }
}
