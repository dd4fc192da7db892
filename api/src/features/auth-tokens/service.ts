import { randomUUIDv7 } from 'node:crypto'
import { AppError, notFound } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { authorize, getUser } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { lockAccountFor } from '../accounts/service.ts'
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

  const authToken = await context.change(async (trx, tell) => {
    // Without the lock, two requests at once would both find nothing to replace.
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
    if (older) await removeAuthToken(context, { trx, tell, source: context }, older.id)
    await repository.insertAuthToken(trx, { ...created, tokenHash: sha256Hex(secret) })
    await recordAudit(trx, context, { action: 'auth_token.created', ...describeObject(created) })
    tell('accountChanged', accountId, { accountId })
    return created
  })
  return { authToken, secret }
}

/** Deletes one's own AuthID and ends its agents. Another member's does not exist for the viewer. */
export async function deleteAuthToken(context: RequestContext, id: string): Promise<AuthToken> {
  const { userId } = getUser(context)
  const authToken = await repository.findAuthToken(context.db, id)
  if (!authToken || authToken.userId !== userId) throw notFound('AuthID')
  await authorize(context, 'manageOwnAuthToken', authToken.accountId, 'AuthID')

  return await context.change(async (trx, tell) => {
    const { accountId } = authToken
    // An agent that starts with this AuthID holds the same lock: it is ended here, or finds no AuthID.
    await lockAccountFor(trx, context, 'manageOwnAuthToken', accountId)
    const removed = await removeAuthToken(context, { trx, tell, source: context }, id)
    if (!removed) throw notFound('AuthID')
    tell('accountChanged', accountId, { accountId })
    return removed
  })
}

/** Deletes the AuthIDs of an account, or of one of its members. Their agents end with the account or the member. */
export async function deleteAuthTokensOf(
  { trx, tell, source }: Ending,
  of: { accountId: string; userId?: string },
): Promise<void> {
  for (const { id } of await repository.deleteAuthTokensOf(trx, of, source.clock.now())) tellOfEnd(tell, id)
}

/** Closes the connections of a user's AuthIDs, in all accounts. The AuthIDs stay. */
export async function closeAuthTokensOf({ trx, tell }: Ending, { userId }: { userId: string }): Promise<void> {
  for (const id of await repository.listAuthTokenIds(trx, userId)) tellOfEnd(tell, id)
}

/** Finds the AuthID of a secret. */
export async function findAuthTokenBySecret({ db }: App, secret: string): Promise<AuthToken | undefined> {
  return isSecret(secret) ? await repository.findAuthTokenByHash(db, sha256Hex(secret)) : undefined
}

/** Returns those of the AuthIDs that are still valid. */
export async function findLiveAuthTokens({ db }: App, ids: readonly string[]): Promise<string[]> {
  return await repository.findLiveAuthTokens(db, ids)
}

/** Throws unless the AuthID still exists. With the account locked, it stays so. */
export async function checkAuthToken(trx: Trx, id: string): Promise<void> {
  if (!(await repository.findAuthToken(trx, id))) throw new AppError('UNAUTHENTICATED', invalidAuthToken)
}

/** Notes that an agent started with an AuthID. */
export async function noteAuthTokenUse({ db, clock }: App, id: string): Promise<void> {
  await repository.touchAuthToken(db, id, clock.now())
}

async function removeAuthToken(app: App, ending: Ending, id: string): Promise<AuthToken | undefined> {
  const { trx, tell, source } = ending
  const authToken = await repository.deleteAuthToken(trx, id, source.clock.now())
  if (!authToken) return undefined
  await recordAudit(trx, source, { action: 'auth_token.deleted', ...describeObject(authToken) })
  tellOfEnd(tell, id)
  await app.endWith(ending, 'authToken', { authTokenId: id })
  return authToken
}

/** Tells every node that an AuthID is no longer valid. */
function tellOfEnd(tell: Tell, authTokenId: string): void {
  tell('credentialEnded', 'all', { credentialId: authTokenId })
}

function describeObject({ accountId, id, name }: AuthToken) {
  return { accountId, objectType: 'auth_token', objectId: id, objectName: name }
}
