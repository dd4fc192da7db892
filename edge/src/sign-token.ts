import { type JWTPayload, SignJWT } from 'jose'

interface TokenKind {
  typ: string
  audience: string
  lifetimeSeconds: number
}

/** Signs a token with the secret that the API and all edges share. */
export async function signToken(
  edgeSecret: string,
  { typ, audience, lifetimeSeconds }: TokenKind,
  claims: JWTPayload,
): Promise<string> {
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds} s`)
    .sign(new TextEncoder().encode(edgeSecret))
}
