import { randomUUIDv7 } from 'node:crypto'
import type {
  CommandLineRedemption,
  RedeemCommandLineSignInInput,
  RequestCommandLineSignInInput,
  TokenHolder,
} from '../../generated/schema.ts'
import { addMs, hourMs } from '../../ground/clock.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { authorize, getUser } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Ending } from '../../platform/endings.ts'
import { lockAccountFor, lockAccountForMember } from '../accounts/service.ts'
import { addMachineToken, checkMachineLimit, toHolder } from '../auth-tokens/machines.ts'
import { findUser, sessionEnded } from '../users/service.ts'
import * as repository from './repository.ts'
import {
  alreadyAnswered,
  alreadyRedeemed,
  type ApprovedSignIn,
  checkOpen,
  displacedCount,
  judge,
  lifetimeMs,
  makeSecret,
  makeUserCode,
  openMax,
  parseRequest,
  parseUserCode,
  pollGapMs,
  type SignIn,
  toRedirectUrl,
  unknownDeviceCode,
  wrongUserCode,
} from './rules.ts'

/** A sign-in with the secret that only the program that requested it has. */
export interface RequestedSignIn {
  signIn: SignIn
  deviceCode: string
}

/** A sign-in that was answered, and where the browser goes next. */
export interface AnsweredSignIn {
  commandLineSignIn: SignIn
  redirectUrl: string | null
}

/** The outcome of an attempt to redeem a sign-in. */
export interface Redemption {
  status: CommandLineRedemption
  secret?: string
  holder?: TokenHolder
}

/** Opens a sign-in for a command line. Anyone may request one. */
export async function requestSignIn(
  context: RequestContext,
  input: RequestCommandLineSignInInput,
): Promise<RequestedSignIn> {
  const { clientAddress, clientNetwork, clock } = context
  await context.rateLimiter.check('commandLineSignInFromClient', clientNetwork)
  const deviceCode = makeSecret()
  const now = clock.now()
  const asked = {
    id: randomUUIDv7(),
    deviceCodeHash: sha256Hex(deviceCode),
    ...parseRequest(input),
    status: 'pending' as const,
    requestedFrom: clientAddress,
    requestedNetwork: clientNetwork,
    createdAt: now,
    expiresAt: addMs(now, lifetimeMs),
    polledAt: null,
    accountId: null,
    userId: null,
    approvedFrom: null,
    codeHash: null,
  }
  const signIn = await context.change(async (trx) => {
    await repository.lockRequests(trx)
    const open = await repository.countOpen(trx, clientNetwork, now)
    checkOpen(open)
    if (open.total >= openMax.total) await repository.endMostCrowded(trx, displacedCount, now)
    for (;;) {
      const opened = { ...asked, userCode: makeUserCode() }
      if (await repository.insertSignIn(trx, opened)) return opened
    }
  })
  return { signIn, deviceCode }
}

/** Returns the waiting sign-in with this user code. */
export async function findSignIn(context: RequestContext, userCode: string): Promise<SignIn> {
  const { userId } = getUser(context)
  // Each look-up is a guess. The network is counted too, because anyone can sign up again.
  await context.rateLimiter.check('userCodeFromClient', context.clientNetwork)
  await context.rateLimiter.check('userCode', userId)
  const code = parseUserCode(userCode)
  const signIn = code === undefined ? undefined : await repository.findByUserCode(context.db, code)
  if (!signIn || signIn.expiresAt <= context.clock.now()) throw wrongUserCode()
  if (signIn.status !== 'pending') throw alreadyAnswered()
  return signIn
}

/** Lets the machine act for the viewer in an account. */
export async function approveSignIn(
  context: RequestContext,
  { userCode, accountId }: { userCode: string; accountId: string },
): Promise<AnsweredSignIn> {
  const { userId } = await authorize(context, 'manageOwnAuthToken', accountId)
  const found = await findSignIn(context, userCode)
  const code = makeSecret()
  const approval = {
    status: 'approved' as const,
    accountId,
    userId,
    approvedFrom: context.clientAddress,
    codeHash: found.loopbackPort === null ? null : sha256Hex(code),
  }
  const commandLineSignIn = await context.change(async (trx) => {
    await lockAccountFor(trx, context, 'manageOwnAuthToken', accountId)
    await checkMachineLimit(trx, { accountId, userId })
    const approved = await repository.updateSignIn(trx, found, approval, context.clock.now())
    if (!approved) throw alreadyAnswered()
    await recordAudit(trx, context, {
      action: 'command_line_sign_in.approved',
      accountId,
      objectType: 'command_line_sign_in',
      objectId: approved.id,
      objectName: approved.machineName,
      changes: { requestedFrom: { from: null, to: approved.requestedFrom } },
    })
    return approved
  })
  return { commandLineSignIn, redirectUrl: toRedirectUrl(commandLineSignIn, { code }) }
}

/** Refuses a sign-in. */
export async function denySignIn(context: RequestContext, userCode: string): Promise<AnsweredSignIn> {
  const found = await findSignIn(context, userCode)
  const commandLineSignIn = await context.change((trx) =>
    repository.updateSignIn(trx, found, { status: 'denied' }, context.clock.now()),
  )
  if (!commandLineSignIn) throw alreadyAnswered()
  return { commandLineSignIn, redirectUrl: toRedirectUrl(commandLineSignIn, { error: 'access_denied' }) }
}

/** Gives the program that requested a sign-in its machine token, once it is approved. */
export async function redeemSignIn(
  context: RequestContext,
  { deviceCode, ...proof }: RedeemCommandLineSignInInput,
): Promise<Redemption> {
  await context.rateLimiter.check('redeemSignInFromClient', context.clientNetwork)
  const now = context.clock.now()
  const found = await repository.findByDeviceCode(context.db, sha256Hex(deviceCode))
  if (!found) throw unknownDeviceCode()
  const judgement = judge(found, proof, now)
  if (judgement === 'PENDING') {
    const isInTime = await repository.notePoll(context.db, found.id, addMs(now, -pollGapMs), now)
    return { status: isInTime ? 'PENDING' : 'SLOW_DOWN' }
  }
  if (typeof judgement === 'string') return { status: judgement }
  return { status: 'APPROVED', ...(await mint(context, judgement)) }
}

async function mint(context: RequestContext, approved: ApprovedSignIn): Promise<Required<Omit<Redemption, 'status'>>> {
  const { accountId, userId, approvedFrom, machineName: name } = approved
  const action = 'manageOwnAuthToken'
  return await context.change(async (trx, tell) => {
    // The approver may have been removed since: ending a membership takes the same lock.
    const account = await lockAccountForMember(trx, { userId, action, accountId })
    const redeemed = await repository.updateSignIn(trx, approved, { status: 'redeemed' }, context.clock.now())
    if (!redeemed) throw alreadyRedeemed()
    const user = await findUser(trx, userId)
    if (!user) throw sessionEnded()
    const by = { userId, sessionId: null }
    const { machineToken, secret } = await addMachineToken(trx, tell, context, {
      account,
      userId,
      name,
      approvedFrom,
      by,
    })
    return { secret, holder: toHolder(machineToken, account, user) }
  })
}

/** Denies sign-ins that a user approved, or that were approved for an account, and that have not been redeemed yet. */
export async function denyApprovedOf({ trx }: Ending, of: { accountId?: string; userId?: string }): Promise<void> {
  await repository.denyApproved(trx, of)
}

/** Deletes sign-ins that expired more than an hour ago: until then, a program that polls late learns why it is over. */
export async function deleteExpiredSignIns({ db, clock }: App): Promise<void> {
  await repository.deleteExpiredBefore(db, addMs(clock.now(), -hourMs))
}
