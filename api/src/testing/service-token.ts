import { serviceToken } from '@culvert/schema/tokens'
import { SignJWT } from 'jose'

/** The secret that the APIs of tests share with their edges. */
export const edgeSecret = 'the edge secret of the api tests, long enough'

/** The Authorization header of an edge. */
export async function authorizeEdge(now: Date): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: serviceToken.typ })
    .setIssuer('culvert:edge')
    .setAudience(serviceToken.audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + serviceToken.lifetimeSeconds * 1_000))
    .sign(new TextEncoder().encode(edgeSecret))
  return `Bearer ${token}`
}
