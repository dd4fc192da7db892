import { type ControlClient, createControlClient } from '@culvert/control-client'
import {
  AgentsDocument,
  type AgentsQuery,
  CreateAuthTokenDocument,
  CreateGatewayDocument,
  type CreateGatewayMutation,
  SignInDocument,
  SignUpDocument,
  ViewerAccountsDocument,
} from './control/control.generated.ts'
import { type Site, domain } from './culvert.ts'

/** Somebody who signed up, and what they can do through the API. */
export interface Person {
  email: string
  password: string
  accountId: string
  namespace: string
  control: ControlClient
  /** Creates or replaces the person's AuthID. */
  createAuthToken(): Promise<{ id: string; secret: string }>
  /** Reserves {name}-{namespace}.{domain}. */
  createGateway(name: string): Promise<CreateGatewayMutation['createGateway']['gateway']>
  /** What the account's agents and gateways look like now. */
  look(): Promise<AgentsQuery['account']>
}

/** The password of everybody in these tests. */
const password = 'correct horse'

/** Signs a new person up through the API. */
export async function signUp(site: Pick<Site, 'apiUrl'>, firstName: string, lastName = 'Tester'): Promise<Person> {
  const email = `${firstName.toLowerCase()}@example.com`
  const stranger = createControlClient({ apiUrl: site.apiUrl, authorization: () => '' })
  const { session } = (
    await stranger.request(SignUpDocument, {
      input: { firstName, lastName, email, password, acceptTerms: true },
    })
  ).signUp
  stranger.close()

  const control = createControlClient({ apiUrl: site.apiUrl, authorization: () => `Bearer ${session.accessToken}` })
  const { viewer } = await control.request(ViewerAccountsDocument, {})
  const account = viewer.memberships[0]?.account
  if (!account) throw new Error(`${email} has no account`)
  return {
    email,
    password,
    accountId: account.id,
    namespace: account.namespace,
    control,
    async createAuthToken() {
      const { createAuthToken } = await control.request(CreateAuthTokenDocument, { input: { accountId: account.id } })
      return { id: createAuthToken.authToken.id, secret: createAuthToken.secret }
    },
    async createGateway(name) {
      const input = { accountId: account.id, name, domain }
      return (await control.request(CreateGatewayDocument, { input })).createGateway.gateway
    },
    look: async () => (await control.request(AgentsDocument, { accountId: account.id })).account,
  }
}

/** A client for somebody whose session has ended meanwhile. */
export async function signIn(
  { apiUrl }: Pick<Site, 'apiUrl'>,
  { email, password: secret }: Pick<Person, 'email' | 'password'>,
): Promise<ControlClient> {
  const stranger = createControlClient({ apiUrl, authorization: () => '' })
  const { session } = (await stranger.request(SignInDocument, { input: { email, password: secret } })).signIn
  stranger.close()
  return createControlClient({ apiUrl, authorization: () => `Bearer ${session.accessToken}` })
}
