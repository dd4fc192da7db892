import { randomUUIDv7 } from 'node:crypto'
import { AppError, notFound } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { authorize, getUser } from '../../platform/access/authorize.ts'
import type { Suspendable } from '../../platform/access/suspension.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { lockAccountFor } from '../accounts/service.ts'
import * as repository from './repository.ts'
import { auditObjects, invalidAuthToken, isSecret, makeSecret, tokenSubjects, type AuthToken } from './rules.ts'
import type { MemberTokenKind } from './table.ts'

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
    const created: AuthToken = {
      id: randomUUIDv7(),
      kind: 'AUTH_ID',
      accountId,
      userId,
      name: `${account.name} CLI Token`,
      approvedFrom: null,
      createdAt: now,
      lastUsedAt: null,
    }
    if (older) await removeAuthToken(context, { trx, tell, source: context }, older)
    await repository.insertAuthToken(trx, { ...created, tokenHash: sha256Hex(secret) })
    await recordAudit(trx, context, { action: 'auth_token.created', ...describeObject(created) })
    tell('accountChanged', accountId, { accountId })
    return created
  })
  return { authToken, secret }
}

/** Deletes one's own token of this kind and ends its agents. Another member's does not exist for the viewer. */
export async function deleteOwnToken(context: RequestContext, kind: MemberTokenKind, id: string): Promise<AuthToken> {
  const subject = tokenSubjects[kind]
  const { userId } = getUser(context)
  const authToken = await repository.findAuthToken(context.db, id)
  if (!authToken || authToken.userId !== userId || authToken.kind !== kind) throw notFound(subject)
  await authorize(context, 'manageOwnAuthToken', authToken.accountId, subject)
  return await context.change(async (trx, tell) => {
    // An agent that starts with this token holds the same lock: it is ended here, or finds no token.
    await lockAccountFor(trx, context, 'manageOwnAuthToken', authToken.accountId)
    return await removeOwnToken(context, { trx, tell, source: context }, authToken)
  })
}

/** Deletes a token whose account is locked, and notifies the account. Throws NOT_FOUND if it was already deleted. */
export async function removeOwnToken(app: App, ending: Ending, authToken: AuthToken): Promise<AuthToken> {
  const removed = await removeAuthToken(app, ending, authToken)
  if (!removed) throw notFound(tokenSubjects[authToken.kind])
  const { accountId } = removed
  ending.tell('accountChanged', accountId, { accountId })
  return removed
}

/** Deletes the tokens of an account, or of one of its members. Their agents end with the account or the member. */
export async function deleteAuthTokensOf(
  { trx, tell, source }: Ending,
  of: { accountId: string; userId?: string },
): Promise<void> {
  for (const { id } of await repository.deleteAuthTokensOf(trx, of, source.clock.now())) notifyEnd(tell, id)
}

/** Closes the connections of a user's tokens in all accounts, or of an account's. The tokens stay. */
export async function closeAuthTokensOf(
  { trx, tell }: Ending,
  of: { userId: string } | { accountId: string },
): Promise<void> {
  for (const id of await repository.listAuthTokenIds(trx, of)) notifyEnd(tell, id)
}

/** Finds the AuthID or machine token of a secret. */
export async function findAuthTokenBySecret(
  { db }: App,
  secret: string,
): Promise<(AuthToken & Suspendable) | undefined> {
  return isSecret(secret) ? await repository.findAuthTokenByHash(db, sha256Hex(secret)) : undefined
}

/** Returns those of the tokens that are still valid. */
export async function findLiveAuthTokens({ db }: App, ids: readonly string[]): Promise<string[]> {
  return await repository.findLiveAuthTokens(db, ids)
}

/** Throws unless the token still exists. With the account locked, it stays so. */
export async function checkAuthToken(trx: Trx, id: string): Promise<void> {
  if (!(await repository.findAuthToken(trx, id))) throw new AppError('UNAUTHENTICATED', invalidAuthToken)
}

/** Records that an agent started with a token. */
export async function noteAuthTokenUse({ db, clock }: App, id: string): Promise<void> {
  await repository.touchAuthToken(db, id, clock.now())
}

async function removeAuthToken(app: App, ending: Ending, token: AuthToken): Promise<AuthToken | undefined> {
  const { trx, tell, source } = ending
  const removed = await repository.deleteAuthToken(trx, token, source.clock.now())
  if (!removed) return undefined
  await recordAudit(trx, source, { action: `${auditObjects[removed.kind]}.deleted`, ...describeObject(removed) })
  notifyEnd(tell, removed.id)
  await app.endDependents(ending, 'authToken', { authTokenId: removed.id })
  return removed
}

/** Notifies every node that a token is no longer valid. */
function notifyEnd(tell: Tell, authTokenId: string): void {
  tell('credentialEnded', 'all', { credentialId: authTokenId })
}

/** Returns how the audit log names a token. */
export function describeObject({ accountId, id, kind, name }: AuthToken) {
  return { accountId, objectType: auditObjects[kind], objectId: id, objectName: name }
}
