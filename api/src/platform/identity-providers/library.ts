import type * as openid from 'openid-client'
import type { AuthorizationRequest, ProviderSettings } from './provider.ts'

export type Library = typeof openid

/** The library is loaded when somebody first goes to a provider. */
export const openLibrary = async (): Promise<Library> => await import('openid-client')

/** How long a provider may take for an answer. */
const timeoutSeconds = 10

/** More than any document of a provider has. */
const answerBytesMax = 1_048_576

/** Returns the library's options for asking a provider: with a time limit and bounds, and without TLS on this machine alone. */
export function listOptions(library: Library, { issuer }: ProviderSettings) {
  return {
    timeout: timeoutSeconds,
    [library.customFetch]: fetchBounded,
    // Settings have no other issuers without TLS.
    execute: issuer.startsWith('http:') ? [library.allowInsecureRequests] : [],
  }
}

/** Proves the client to the provider in a way that it accepts: in the body, or in a header, which one that does not say accepts. */
export function authenticateClient(library: Library, secret: string | null): openid.ClientAuth {
  if (secret === null) return library.None()
  const [inBody, inHeader] = [library.ClientSecretPost(secret), library.ClientSecretBasic(secret)]
  return (server, client, body, headers) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const prove = taken.includes('client_secret_basic') ? inHeader : inBody
    prove(server, client, body, headers)
  }
}

/** Returns the parameters of every authorization request (RFC 6749, section 4.1.1, and RFC 7636). */
export async function listRequestParameters(
  library: Library,
  { redirectUri, state, codeVerifier }: AuthorizationRequest,
): Promise<Record<string, string>> {
  return {
    redirect_uri: redirectUri,
    state,
    code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }
}

const fetchBounded: openid.CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, body: body ?? null })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > answerBytesMax) throw new Error(`The provider's answer is longer than ${answerBytesMax} bytes.`)
    chunks.push(chunk)
  }
  const { status, headers } = response
  return new Response(length === 0 ? null : Buffer.concat(chunks), { status, headers })
}
