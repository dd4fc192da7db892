/** The settings for speaking to an identity provider. */
export interface ProviderSettings {
  kind: 'OIDC' | 'GITHUB'
  /** The issuer's identifier, an https URL; of GITHUB, the address of the server. */
  issuer: string
  clientId: string
  /** Null for a public client, which proves itself by PKCE alone. */
  clientSecret: string | null
}

/** One authorization request of a browser to a provider. Everything but the address to return to is unguessable. */
export interface AuthorizationRequest {
  redirectUri: string
  state: string
  nonce: string
  /** Of PKCE (RFC 7636). */
  codeVerifier: string
  /** Whether the provider is asked to prove again who its user is, even if it knows their browser. */
  isFreshProofWanted: boolean
}

/** A provider's statement about the user who came from it. */
export interface ProviderClaims {
  /** Never given to another user of the provider. */
  subject: string
  /** What the provider calls the user: an address or a user name. */
  name: string | null
  /** Lowercase; null if it gives none, or none that is valid. */
  email: string | null
  /** Whether the provider says that the address is proven. */
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

/** An identity provider, ready to be asked. */
export interface ProviderClient {
  /** Returns the address to which the browser goes. */
  toUrl: (request: AuthorizationRequest) => Promise<URL>
  /**
   * Asks the provider whom it sent, by the address to which the browser came back. Throws a ProviderFault when the answer is not one to
   * this request.
   */
  ask: (returned: URL, request: AuthorizationRequest) => Promise<ProviderClaims>
}

/** Why a provider made no statement about a user. */
export type FaultKind =
  /** It does not answer, or not as a provider does. */
  | 'UNREACHABLE'
  /** It says that it did not let the user through, or that they did not want to. */
  | 'DENIED'
  /** The response does not belong to this request. */
  | 'REFUSED'

export class ProviderFault extends Error {
  readonly kind: FaultKind

  /** The message is for the log. */
  constructor(kind: FaultKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ProviderFault'
    this.kind = kind
  }
}
