import { type ControlClient, createControlClient } from '@culvert/control-client'
import {
  AgentsDocument,
  type AgentsQuery,
  CreateAuthTokenDocument,
  CreateGatewayDocument,
  type CreateGatewayMutation,
  SignInDocument,
  SignUpDocument,
  VerifyEmailDocument,
  ViewerAccountsDocument,
} from './control/control.generated.ts'
import { type Site, domain } from './culvert.ts'
import { findMailedLink } from './outbox.ts'

/** A signed-up person, and what they can do through the API. */
export interface Person {
  email: string
  password: string
  accountId: string
  namespace: string
  /** The Authorization header of their session. */
  authorization: string
  control: ControlClient
  /** Creates or replaces the person's AuthID. */
  createAuthToken(): Promise<{ id: string; secret: string }>
  /** Reserves {name}-{namespace}.{domain}, by default on the domain of these tests. */
  createGateway(name: string, on?: string): Promise<CreateGatewayMutation['createGateway']['gateway']>
  /** Returns the account's agents and gateways as they are now. */
  readAgents(): Promise<AgentsQuery['account']>
}

/** The password of everyone in these tests. */
const password = 'correct horse'

/** Returns the sign-up form of a new person. */
export function createSignUpInput(firstName: string, lastName = 'Tester') {
  return { firstName, lastName, email: `${firstName.toLowerCase()}@example.com`, password, acceptTerms: true }
}

/** Signs a new person up through the API. */
export async function signUp(site: Pick<Site, 'apiUrl'>, firstName: string, lastName?: string): Promise<Person> {
  const input = createSignUpInput(firstName, lastName)
  const stranger = createControlClient({ apiUrl: site.apiUrl, authorization: () => '' })
  const { session } = (await stranger.request(SignUpDocument, { input })).signUp
  stranger.close()
  return await createPerson(site, { email: input.email, accessToken: session.accessToken })
}

/** Returns a person who has just signed up. */
export async function createPerson(
  { apiUrl }: Pick<Site, 'apiUrl'>,
  { email, accessToken }: { email: string; accessToken: string },
): Promise<Person> {
  const authorization = `Bearer ${accessToken}`
  const control = createControlClient({ apiUrl, authorization: () => authorization })
  const { viewer } = await control.request(ViewerAccountsDocument, {})
  const account = viewer.memberships[0]?.account
  if (!account) throw new Error(`${email} has no account`)
  return {
    email,
    password,
    accountId: account.id,
    namespace: account.namespace,
    authorization,
    control,
    async createAuthToken() {
      const { createAuthToken } = await control.request(CreateAuthTokenDocument, { input: { accountId: account.id } })
      return { id: createAuthToken.authToken.id, secret: createAuthToken.secret }
    },
    async createGateway(name, on = domain) {
      const input = { accountId: account.id, name, domain: on }
      return (await control.request(CreateGatewayDocument, { input })).createGateway.gateway
    },
    readAgents: async () => (await control.request(AgentsDocument, { accountId: account.id })).account,
  }
}

/** Returns the link that was mailed to a person when they signed up. */
export function findVerificationLink(site: Pick<Site, 'outboxUrl'>, { email }: Pick<Person, 'email'>): Promise<string> {
  return findMailedLink(site, { to: email, subject: 'Welcome', link: /http\S+verify-email\?token=[\w-]+/ })
}

/** Opens the link that was mailed to a person when they signed up. */
export async function verifyEmail(site: Pick<Site, 'outboxUrl'>, person: Person): Promise<void> {
  const link = await findVerificationLink(site, person)
  await person.control.request(VerifyEmailDocument, { input: { token: new URL(link).searchParams.get('token') ?? '' } })
}

/** Returns a client for a person whose session has ended meanwhile. */
export async function signIn(
  { apiUrl }: Pick<Site, 'apiUrl'>,
  { email, password: secret }: Pick<Person, 'email' | 'password'>,
): Promise<ControlClient> {
  const stranger = createControlClient({ apiUrl, authorization: () => '' })
  const { session } = (await stranger.request(SignInDocument, { input: { email, password: secret } })).signIn
  stranger.close()
  return createControlClient({ apiUrl, authorization: () => `Bearer ${session.accessToken}` })
}
