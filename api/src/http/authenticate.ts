import { serviceToken } from '@culvert/schema/tokens'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { useAgentToken } from '../features/agent-tokens/authentication.ts'
import { invalidAgentToken } from '../features/agent-tokens/rules.ts'
import { useApiKey } from '../features/api-keys/authentication.ts'
import { invalidAuthToken } from '../features/auth-tokens/rules.ts'
import { findAuthTokenBySecret } from '../features/auth-tokens/service.ts'
import { accessToken } from '../features/sessions/rules.ts'
import { findLiveSession } from '../features/sessions/service.ts'
import { AppError } from '../ground/errors.ts'
import type { Actor } from '../platform/access/actor.ts'
import { accountSuspended } from '../platform/access/suspension.ts'
import type { App } from '../platform/app.ts'

/**
 * Finds out who sent an Authorization header. A credential that is not valid makes the sender anonymous, with the
 * reason: public operations, such as signing in again, still work then. So does one of a suspended account, and an API key outside its networks.
 */
export async function authenticate(
  app: App,
  { authorization, clientAddress }: { authorization: string | undefined; clientAddress: string },
): Promise<Actor> {
  if (!authorization) return { kind: 'anonymous' }
  const [, credential] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (credential === undefined) return refused('The Authorization header must be "Bearer" and a token.')
  if (credential.startsWith('pk_')) return await authenticateAuthToken(app, credential)
  if (credential.startsWith('at_')) return await authenticateAgentToken(app, credential)
  if (credential.startsWith('ck_')) return await authenticateApiKey(app, { secret: credential, clientAddress })
  const type = findTokenType(credential)
  if (type === accessToken.typ) return await authenticateUser(app, credential)
  if (type === serviceToken.typ) return await authenticateEdge(app, credential)
  return refused('The token in the Authorization header is not of a kind that is accepted here.')
}

async function authenticateAuthToken(app: App, secret: string): Promise<Actor> {
  const authToken = await findAuthTokenBySecret(app, secret)
  if (!authToken) {
    return refused(invalidAuthToken)
  }
  if (authToken.suspensionReason !== null) return suspended(authToken.suspensionReason)
  return { kind: 'auth-token', authTokenId: authToken.id, userId: authToken.userId, accountId: authToken.accountId }
}

async function authenticateAgentToken(app: App, secret: string): Promise<Actor> {
  const token = await useAgentToken(app, secret)
  if (!token) return refused(invalidAgentToken)
  const { id, accountId, expiresAt, suspensionReason } = token
  if (suspensionReason !== null) return suspended(suspensionReason)
  return { kind: 'agent-token', agentTokenId: id, accountId, expiresAt }
}

async function authenticateApiKey(app: App, shown: { secret: string; clientAddress: string }): Promise<Actor> {
  try {
    const apiKey = await useApiKey(app, shown)
    const { id, accountId, scopes, liveGatewayIds, expiresAt, suspensionReason } = apiKey
    if (suspensionReason !== null) return suspended(suspensionReason)
    return { kind: 'api-key', apiKeyId: id, accountId, scopes, gatewayIds: liveGatewayIds, expiresAt }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'anonymous', refusal: error }
    throw error
  }
}

async function authenticateUser(app: App, token: string): Promise<Actor> {
  const over = refused('Your session has expired or ended. Refresh it, or sign in again.')
  const claims = await app.keyring.verify(accessToken, token).catch(() => undefined)
  if (claims?.sub === undefined || claims.exp === undefined || typeof claims.sid !== 'string') return over
  // One look-up a request is the price of sign-outs that take effect at once rather than when the token expires.
  const session = await findLiveSession(app, claims.sid)
  if (!session) return over
  const { provenBy, provenAt } = session
  const expiresAt = new Date(claims.exp * 1_000)
  return { kind: 'user', userId: claims.sub, sessionId: claims.sid, expiresAt, provenBy, provenAt }
}

/** How far an edge's clock may be off. */
const clockToleranceSeconds = 30

async function authenticateEdge({ config, clock }: App, token: string): Promise<Actor> {
  try {
    await jwtVerify(token, new TextEncoder().encode(config.edgeSecret), {
      algorithms: ['HS256'],
      typ: serviceToken.typ,
      audience: serviceToken.audience,
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: serviceToken.lifetimeSeconds,
      clockTolerance: clockToleranceSeconds,
      currentDate: clock.now(),
    })
    return { kind: 'edge' }
  } catch {
    return refused(
      'The service token is not valid: EDGE_SECRET must be the same here and at the edge, and the clocks right.',
    )
  }
}

function suspended(reason: string): Actor {
  return { kind: 'anonymous', refusal: accountSuspended(reason) }
}

function findTokenType(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).typ
  } catch {
    return undefined
  }
}

function refused(message: string): Actor {
  return { kind: 'anonymous', refusal: new AppError('UNAUTHENTICATED', message) }
}
