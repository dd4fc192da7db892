import { serviceToken } from '@culvert/schema/tokens'
import { signToken } from '../sign-token.ts'

/** Creates the value of an edge's Authorization header, a new one for each use. */
export function createServiceAuthorization(edgeSecret: string): () => Promise<string> {
  return async () => `Bearer ${await signToken(edgeSecret, serviceToken, { iss: 'culvert:edge' })}`
}
