import { randomUUIDv7 } from 'node:crypto'
import type { CreateMachineTokenInput, TokenHolder } from '../../generated/schema.ts'
import { AppError, forbidden } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { authorize, getTokenActor } from '../../platform/access/authorize.ts'
import { recordAudit, type AuditEvent, type AuditSource } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Locked, Trx } from '../../platform/db/db.ts'
import type { Account } from '../accounts/rules.ts'
import { lockAccountFor } from '../accounts/service.ts'
import { nameFully, type User } from '../users/rules.ts'
import * as repository from './repository.ts'
import {
  auditObjects,
  checkMachineCount,
  chooseName,
  invalidAuthToken,
  makeSecret,
  parseMachineName,
  type AuthToken,
} from './rules.ts'
import { describeObject, removeOwnToken } from './service.ts'

/** A new machine token with the secret that is shown this once. */
export interface CreatedMachineToken {
  machineToken: AuthToken
  secret: string
}

/** The terms of a new machine token. */
export interface NewMachine {
  userId: string
  name: string
  /** The address from which its owner approved or creates it. */
  approvedFrom: string
  /** The user who did it, if the request itself does not prove one. */
  by?: AuditEvent['by']
}

/** Creates a machine token of the viewer, for an unattended machine. */
export async function createMachineToken(
  context: RequestContext,
  { accountId, name }: CreateMachineTokenInput,
): Promise<CreatedMachineToken> {
  const { userId } = await authorize(context, 'manageOwnAuthToken', accountId)
  const machine = { userId, name: parseMachineName('name', name), approvedFrom: context.clientAddress }
  return await context.change(async (trx, tell) => {
    const account = await lockAccountFor(trx, context, 'manageOwnAuthToken', accountId)
    return await addMachineToken(trx, tell, context, { account, ...machine })
  })
}

/** Adds a machine token to a locked account. Throws CONFLICT when the member has as many as allowed. */
export async function addMachineToken(
  trx: Trx,
  tell: Tell,
  source: AuditSource,
  { account, by, ...machine }: NewMachine & { account: Locked<Account> },
): Promise<CreatedMachineToken> {
  const accountId = account.id
  const others = await listMachineTokens(trx, { accountId, userId: machine.userId })
  checkMachineCount(others.length)
  const secret = makeSecret()
  const machineToken: AuthToken = {
    ...machine,
    id: randomUUIDv7(),
    kind: 'MACHINE',
    accountId,
    name: chooseName(machine.name, new Set(others.map(({ name }) => name))),
    createdAt: source.clock.now(),
    lastUsedAt: null,
  }
  await repository.insertAuthToken(trx, { ...machineToken, tokenHash: sha256Hex(secret) })
  await recordAudit(trx, source, {
    action: `${auditObjects.MACHINE}.created`,
    ...describeObject(machineToken),
    ...(by && { by }),
  })
  tell('accountChanged', accountId, { accountId })
  return { machineToken, secret }
}

/** Throws CONFLICT when a member has as many machine tokens in an account as allowed. With the account locked, it stays so. */
export async function checkMachineLimit(trx: Trx, of: { accountId: string; userId: string }): Promise<void> {
  checkMachineCount((await listMachineTokens(trx, of)).length)
}

/** Deletes the machine token that the request presents. An AuthID is refused: other machines may use it too. */
export async function endOwnToken(context: RequestContext): Promise<AuthToken> {
  const { authTokenId, accountId } = getTokenActor(context)
  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'runOwnAgents', accountId)
    const authToken = await findShown(trx, authTokenId)
    if (authToken.kind === 'AUTH_ID') {
      throw forbidden(
        "An AuthID is not ended by a program that uses it, because others may use it too. Delete it on the dashboard's AuthID page.",
      )
    }
    return await removeOwnToken(context, { trx, tell, source: context }, authToken)
  })
}

/** Returns the holder of the token in the request. */
export async function findTokenHolder(context: RequestContext): Promise<TokenHolder> {
  const { authTokenId } = getTokenActor(context)
  const authToken = await findShown(context.db, authTokenId)
  const [account, user] = await Promise.all([
    context.loaders.account.load(authToken.accountId),
    context.loaders.user.load(authToken.userId),
  ])
  if (!account || !user) throw new AppError('UNAUTHENTICATED', invalidAuthToken)
  return toHolder(authToken, account, user)
}

/** Returns a token's holder in the form of the contract. */
export function toHolder({ kind, name }: AuthToken, account: Account, user: User): TokenHolder {
  return {
    kind,
    tokenName: name,
    account: { id: account.id, name: account.name, namespace: account.namespace },
    user: { fullName: nameFully(user), email: user.email },
    allowed: null,
    expiresAt: null,
  }
}

async function listMachineTokens(trx: Trx, { accountId, userId }: { accountId: string; userId: string }) {
  return (await repository.findMachineTokensOf(trx, userId, [accountId])).get(accountId) ?? []
}

/** Finds the token that was presented, which may have been deleted since. */
async function findShown(db: Db, id: string): Promise<AuthToken> {
  const authToken = await repository.findAuthToken(db, id)
  if (!authToken) throw new AppError('UNAUTHENTICATED', invalidAuthToken)
  return authToken
}
