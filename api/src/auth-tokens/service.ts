import { randomUUIDv7 } from 'node:crypto'
import { lockAccountFor } from '../accounts/service.ts'
import { announceEnd, endAgents } from '../agents/lifecycle.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/service.ts'
import { authorize, getUser } from '../auth/authorize.ts'
import { sha256Hex } from '../auth/secrets.ts'
import type { Trx } from '../db/db.ts'
import { AppError, notFound } from '../errors.ts'
import type { RequestContext } from '../http/context.ts'
import * as repository from './repository.ts'
import { invalidAuthToken, isSecret, makeSecret, type AuthToken } from './rules.ts'

/** A new AuthID with the secret that is shown this once. */
export interface CreatedAuthToken {
  authToken: AuthToken
  secret: string
}

/** Creates the viewer's AuthID for an account, or replaces it: the older secret stops working and its agents end. */
export async function createAuthToken(context: RequestContext, accountId: string): Promise<CreatedAuthToken> {
  const { userId } = await authorize(context, 'manageOwnAuthToken', accountId)
  const secret = makeSecret()
  const now = context.clock.now()

  const { authToken, replaced } = await context.db.transaction().execute(async (trx) => {
    // Without the lock two requests at once would both find nothing to replace.
    const account = await lockAccountFor(trx, context, 'manageOwnAuthToken', accountId)
    const older = (await repository.findAuthTokensOf(trx, userId, [accountId])).get(accountId)
    const created = {
      id: randomUUIDv7(),
      accountId,
      userId,
      name: `${account.name} CLI Token`,
      createdAt: now,
      lastUsedAt: null,
    }
    const removed = older && (await removeAuthToken(trx, context, older.id))
    await repository.insertAuthToken(trx, { ...created, tokenHash: sha256Hex(secret) })
    await recordAudit(trx, context, { action: 'auth_token.created', ...describeObject(created) })
    return { authToken: created, replaced: removed }
  })

  if (replaced) announceRemoval(context, replaced)
  context.events.publish('accountChanged', accountId, { accountId })
  return { authToken, secret }
}

/** Deletes one's own AuthID and ends its agents. Another member's does not exist for the viewer. */
export async function deleteAuthToken(context: RequestContext, id: string): Promise<AuthToken> {
  const { userId } = getUser(context)
  const authToken = await repository.findAuthToken(context.db, id)
  if (!authToken || authToken.userId !== userId) throw notFound('AuthID')
  await authorize(context, 'manageOwnAuthToken', authToken.accountId, 'AuthID')

  const removal = await context.db.transaction().execute(async (trx) => {
    // An agent that starts with this AuthID holds the same lock: it is ended here, or finds no AuthID.
    await lockAccountFor(trx, context, 'manageOwnAuthToken', authToken.accountId)
    return await removeAuthToken(trx, context, id)
  })
  if (!removal) throw notFound('AuthID')
  announceRemoval(context, removal)
  const { accountId } = authToken
  context.events.publish('accountChanged', accountId, { accountId })
  return removal.authToken
}

/** Deletes the AuthIDs of an account, or of one of its members. After the commit, announce each. The agents are the caller's. */
export async function deleteAuthTokensOf(
  trx: Trx,
  of: { accountId: string; userId?: string },
  now: Date,
): Promise<AuthToken[]> {
  return await repository.deleteAuthTokensOf(trx, of, now)
}

/** Closes what is open with a user's AuthIDs, in all accounts. */
export async function announceAuthTokenEndsOf(app: App, userId: string): Promise<void> {
  for (const id of await repository.listAuthTokenIds(app.db, userId)) announceAuthTokenEnd(app, { id })
}

/** Tells every node that an AuthID no longer counts. */
export function announceAuthTokenEnd({ events }: Pick<App, 'events'>, { id }: Pick<AuthToken, 'id'>): void {
  events.publish('credentialEnded', 'all', { credentialId: id })
}

/** The AuthID that a secret belongs to. */
export async function findAuthTokenBySecret({ db }: App, secret: string): Promise<AuthToken | undefined> {
  return isSecret(secret) ? await repository.findAuthTokenByHash(db, sha256Hex(secret)) : undefined
}

/** Throws unless the AuthID is still there. Hold the account's lock, and it stays so. */
export async function checkAuthToken(trx: Trx, id: string): Promise<void> {
  if (!(await repository.findAuthToken(trx, id))) throw new AppError('UNAUTHENTICATED', invalidAuthToken)
}

/** Notes that an agent started with an AuthID. */
export async function noteAuthTokenUse({ db, clock }: App, id: string): Promise<void> {
  await repository.touchAuthToken(db, id, clock.now())
}

interface Removal {
  authToken: AuthToken
  endedAgents: Awaited<ReturnType<typeof endAgents>>
}

async function removeAuthToken(trx: Trx, context: RequestContext, id: string): Promise<Removal | undefined> {
  const now = context.clock.now()
  const authToken = await repository.deleteAuthToken(trx, id, now)
  if (!authToken) return undefined
  await recordAudit(trx, context, { action: 'auth_token.deleted', ...describeObject(authToken) })
  return { authToken, endedAgents: await endAgents(trx, { authTokenId: id }, 'AUTH_TOKEN_DELETED', now) }
}

function describeObject({ accountId, id, name }: AuthToken) {
  return { accountId, objectType: 'auth_token', objectId: id, objectName: name }
}

function announceRemoval(app: App, { authToken, endedAgents }: Removal): void {
  const { events } = app
  announceAuthTokenEnd(app, authToken)
  for (const agent of endedAgents) announceEnd(events, agent)
}
