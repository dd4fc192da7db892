import type { IDToken, UserInfoResponse } from 'openid-client'
import { openidClaims } from './claims.ts'
import { withProviderFaults } from './faults.ts'
import { listOptions, listRequestParameters, openLibrary, authenticateClient } from './library.ts'
import { type ProviderClient, ProviderFault, type ProviderSettings, type ProviderClaims } from './provider.ts'

/** How long somebody may take to come back after the provider has asked them for a password or a factor. */
const freshSeconds = 5 * 60

/** Asks a provider of OpenID Connect what it can do (OpenID Connect Discovery 1.0). Rejects with a ProviderFault. */
export async function openOpenidProvider(settings: ProviderSettings): Promise<ProviderClient> {
  const { issuer, clientId, clientSecret } = settings
  const library = await openLibrary()
  const configuration = await withProviderFaults(
    library,
    async () =>
      await library.discovery(
        new URL(issuer),
        clientId,
        undefined,
        authenticateClient(library, clientSecret),
        listOptions(library, settings),
      ),
  )
  return {
    toUrl: async (request) =>
      library.buildAuthorizationUrl(configuration, {
        ...(await listRequestParameters(library, request)),
        scope: 'openid email profile',
        nonce: request.nonce,
        ...(request.isFreshProofWanted && { prompt: 'login', max_age: '0' }),
      }),
    ask: async (returned, { state, nonce, codeVerifier, isFreshProofWanted }) =>
      await withProviderFaults(library, async () => {
        const tokens = await library.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new ProviderFault('REFUSED', 'The provider sent no ID token.')
        // A provider that does not say when it asked its user cannot be told to ask again.
        const isStale = claims.auth_time !== undefined && claims.auth_time < claims.iat - freshSeconds
        if (isFreshProofWanted && isStale) throw new ProviderFault('DENIED', 'The provider did not ask its user again.')
        const hasUserInfoEndpoint = configuration.serverMetadata().userinfo_endpoint !== undefined
        if (claims.email !== undefined || !hasUserInfoEndpoint) return toProviderClaims(claims)
        // Claims of a scope come with the ID token only if it is all that there is (section 5.4).
        return toProviderClaims(await library.fetchUserInfo(configuration, tokens.access_token, claims.sub))
      }),
  }
}

function toProviderClaims(claims: IDToken | UserInfoResponse): ProviderClaims {
  const { success, data } = openidClaims.safeParse(claims)
  if (!success) throw new ProviderFault('REFUSED', 'The provider sent no subject.')
  return {
    subject: data.sub,
    name: data.email ?? data.preferred_username ?? data.name,
    email: data.email,
    isEmailVerified: data.email !== null && data.email_verified,
    firstName: data.given_name,
    lastName: data.family_name,
  }
}
