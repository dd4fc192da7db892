import { SignJWT } from 'jose'
import { serviceToken } from '@culvert/schema/tokens'

/** Creates the value of an edge's Authorization header, a new one for each use. */
export function createServiceAuthorization(edgeSecret: string): () => Promise<string> {
  const key = new TextEncoder().encode(edgeSecret)
  return async () => {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: serviceToken.typ })
      .setIssuer('culvert:edge')
      .setAudience(serviceToken.audience)
      .setIssuedAt()
      .setExpirationTime(`${serviceToken.lifetimeSeconds} s`)
      .sign(key)
    return `Bearer ${token}`
  }
}
