import { addProvider, type NewProvider } from '../features/sign-in-providers/operator.ts'
import type { ProviderPurpose } from '../generated/schema.ts'
import type { TestApi } from './api.ts'
import { ApiError, type TestDocument } from './client.ts'
import {
  BeginProviderProofDocument,
  CompleteProviderProofDocument,
  SignInByProviderDocument,
  SignUpByProviderDocument,
} from './generated/documents.ts'
import { type IdentityProvider, type ProvidedUser, visitProvider } from './identity-provider.ts'

/** Lets people sign in to an API by a provider. */
export async function admitBy(
  api: TestApi,
  id: string,
  provider: Pick<IdentityProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  terms: Partial<NewProvider> = {},
): Promise<void> {
  const { issuer, clientId, clientSecret } = provider
  const label = `${id.charAt(0).toUpperCase()}${id.slice(1)}`
  const given = {
    id,
    kind: 'OIDC' as const,
    label,
    issuer,
    clientId,
    clientSecret,
    allowedDomains: [],
    createsUsers: true,
  }
  await addProvider(api.app, { ...given, ...terms })
}

/** A browser with a separate cookie jar, signed in if it has an access token. */
export class TestBrowser {
  readonly #api: TestApi
  readonly #cookies = new Map<string, string>()
  accessToken: string | undefined

  constructor(api: TestApi, accessToken?: string) {
    this.#api = api
    this.accessToken = accessToken
  }

  async run<TResult, TVariables>(document: TestDocument<TResult, TVariables>, variables: TVariables): Promise<TResult> {
    const client = this.#api.client(this.accessToken && `Bearer ${this.accessToken}`)
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const { body, headers } = await client.post({ query: document.toString(), variables }, { cookie })
    for (const set of headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      this.#cookies.set(name, value)
    }
    const [error] = body.errors ?? []
    if (error) throw new ApiError(error)
    // The document's type describes the server's answer.
    return body.data as TResult
  }

  /** Begins an authorization. Returns the URL to which the browser goes. */
  async begin(providerId: string, purpose: ProviderPurpose = 'SIGN_IN'): Promise<string> {
    return (await this.run(BeginProviderProofDocument, { input: { providerId, purpose } })).beginProviderProof.url
  }

  /** Completes an authorization with what the provider returned. */
  async complete(providerId: string, returned: URL) {
    const input = { providerId, response: returned.search.slice(1) }
    return (await this.run(CompleteProviderProofDocument, { input })).completeProviderProof.proof
  }

  /** Goes to a provider and returns with its assertion about a user. */
  async prove(
    provider: IdentityProvider,
    providerId: string,
    user: ProvidedUser,
    purpose: ProviderPurpose = 'SIGN_IN',
  ) {
    provider.user = user
    return await this.complete(providerId, await visitProvider(await this.begin(providerId, purpose)))
  }

  /** Signs in with a provider's assertion. */
  async signIn(proof: string, more: { code?: { totp: string } } = {}) {
    const input = { proof, rememberMe: false, tokenDelivery: 'RESPONSE' as const, ...more }
    const { signInByProvider } = await this.run(SignInByProviderDocument, { input })
    this.accessToken = signInByProvider.session.accessToken
    return signInByProvider
  }

  /** Signs up with a provider's assertion. */
  async signUp(proof: string, more: { email?: string; inviteToken?: string } = {}) {
    const names = { firstName: 'Grace', lastName: 'Hopper' }
    const input = { proof, ...names, acceptTerms: true, tokenDelivery: 'RESPONSE' as const, ...more }
    const { signUpByProvider } = await this.run(SignUpByProviderDocument, { input })
    this.accessToken = signUpByProvider.session.accessToken
    return signUpByProvider
  }
}
