import { randomUUIDv7 } from 'node:crypto'
import { networkOf } from '@culvert/program'
import type { ProofKind, SignInInput, TokenDelivery } from '../../generated/schema.ts'
import { addMs, toDay } from '../../ground/clock.ts'
import { badInput } from '../../ground/errors.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { checkPasskey } from '../factors/passkeys.ts'
import { wrongCode } from '../factors/rules.ts'
import { findOwnerIds } from '../accounts/service.ts'
import { addNotice } from '../notices/service.ts'
import { signInByProvider, type SingleSignOn } from '../sign-in-providers/rules.ts'
import { findSingleSignOnOf, getProvider } from '../sign-in-providers/service.ts'
import { checkHashRoom, verifyPassword } from '../users/password-hash.ts'
import { describeUser, type Identifier, nameUser, parseIdentifier, type User } from '../users/rules.ts'
import {
  findCredentials,
  findUser,
  lockPasswordShared,
  lockUserShared,
  sessionEnded,
  notifyViewer,
} from '../users/service.ts'
import { checkDelivery, deliver, issueRefreshToken, type IssuedSession } from './issue.ts'
import { countGuess, proveByCode } from './proof.ts'
import { insertSession, listProvenAddresses } from './repository.ts'
import { type AuthSession, isRemembered, sessionLifetimeMs, userDisabled, wrongCredentials } from './rules.ts'

/** Signs in, by password and code or by passkey. */
export async function signIn(context: RequestContext, input: SignInInput): Promise<IssuedSession> {
  checkDelivery(context, input.tokenDelivery)
  const { passkey, password } = input
  if (passkey) return await signInByPasskey(context, input, passkey)
  if (typeof password !== 'string') throw badInput('password', 'Give the password, or the answer of a passkey.')
  return await signInByPassword(context, input, password)
}

async function signInByPasskey(
  context: RequestContext,
  { tokenDelivery, rememberMe }: SignInInput,
  passkey: NonNullable<SignInInput['passkey']>,
): Promise<IssuedSession> {
  await context.rateLimiter.check('signInFromClient', context.clientNetwork)
  const proof = await checkPasskey(context, 'signIn', passkey)
  const user = await findUser(context.db, proof.userId)
  if (!user) throw sessionEnded()
  const prove = async (trx: Trx): Promise<ProofKind[]> => {
    if (!(await lockUserShared(trx, user.id))) throw userDisabled()
    await proof.use(trx)
    await checkNoSingleSignOn(trx, user)
    return ['PASSKEY']
  }
  const isNewNetwork = !(await isKnownNetwork(context, user.id))
  return await startSession(context, { user, prove }, tokenDelivery, { rememberMe, isNewNetwork })
}

/** Signs in by password. The answer and its time are the same for an unknown address and a wrong password. */
async function signInByPassword(context: RequestContext, input: SignInInput, password: string): Promise<IssuedSession> {
  const identifier = parseIdentifier(input)
  const attemptKey = `${nameOf(identifier)}|${context.clientNetwork}`
  await context.rateLimiter.check('signInFromClient', context.clientNetwork)
  checkHashRoom()
  return await context.rateLimiter.attempt('signIn', attemptKey, async () => {
    const { user, passwordHash, disabledAt } = await guessPassword(context, identifier, password)
    if (disabledAt) throw userDisabled()
    const { rememberMe, code } = input
    const isNewNetwork = !(await isKnownNetwork(context, user.id))
    const prove = async (trx: Trx): Promise<ProofKind[] | undefined> => {
      await lockCorrectPassword(trx, { user, passwordHash })
      const proofs = await proveByCode(trx, context, user, code, 'PASSWORD')
      if (proofs) await checkNoSingleSignOn(trx, user)
      return proofs
    }
    return await countGuess(context, { userId: user.id, code }, () =>
      startSession(context, { user, prove }, input.tokenDelivery, { rememberMe, isNewNetwork }),
    )
  })
}

function nameOf({ email, phone }: Identifier): string {
  return email ?? phone ?? ''
}

/** Returns the user with an address whose password is right. It is a guess if the password is wrong, and not if it could not be compared. */
async function guessPassword(
  context: RequestContext,
  identifier: Identifier,
  password: string,
): Promise<PasswordHolder & { disabledAt: Date | null }> {
  const credentials = await findCredentials(context.db, identifier)
  const guessKey = credentials?.user.id ?? nameOf(identifier)
  await context.rateLimiter.checkGuess('password', guessKey, () => isKnownNetwork(context, guessKey))
  const { user, passwordHash, disabledAt } = credentials ?? {}
  let isWrong = false
  try {
    isWrong = !(await verifyPassword(passwordHash ?? undefined, password))
    if (isWrong || !user || typeof passwordHash !== 'string') throw wrongCredentials()
    return { user, passwordHash, disabledAt: disabledAt ?? null }
  } finally {
    if (!isWrong) await context.rateLimiter.forgiveGuess('password', guessKey)
  }
}

/**
 * Throws FORBIDDEN for a user whose proven address belongs to single sign-on of its domain. Owners of the account that has the domain are
 * admitted anyway: they must be able to end it when the provider fails.
 */
export async function checkNoSingleSignOn(trx: Trx, user: User, providerId?: string): Promise<void> {
  const singleSignOn = await findImposedSignOn(trx, user)
  if (!singleSignOn || singleSignOn.providerId === providerId) return
  const { label } = await getProvider(trx, singleSignOn.providerId)
  throw signInByProvider(singleSignOn.domain, label)
}

/** A user, and whether they have proven their address. */
type Addressee = Pick<User, 'id' | 'email' | 'emailVerifiedAt'>

/** Finds the single sign-on by which a user must sign in. */
export async function findImposedSignOn(trx: Trx, user: Addressee): Promise<SingleSignOn | undefined> {
  const singleSignOn = await findSingleSignOnOf(trx, user.email)
  const imposedOn = singleSignOn && (await selectImposedOn(trx, singleSignOn, [user]))
  return imposedOn?.length === 1 ? singleSignOn : undefined
}

/**
 * Returns those of the users with an address of a domain who must sign in by its single sign-on: they have proven the address, and are not
 * an owner of its account.
 */
export async function selectImposedOn<Person extends Addressee>(
  trx: Trx,
  { accountId }: Pick<SingleSignOn, 'accountId'>,
  users: readonly Person[],
): Promise<Person[]> {
  const proven = users.filter(({ emailVerifiedAt }) => emailVerifiedAt !== null)
  if (proven.length === 0) return []
  const owners = await findOwnerIds(trx, accountId)
  return proven.filter(({ id }) => !owners.has(id))
}

/** A user, and the hash of their password. */
interface PasswordHolder {
  user: User
  passwordHash: string
}

/** Proves a user by their password alone: for a new user, who has no factor. */
export function byPassword(credentials: PasswordHolder): Proving {
  const prove = async (trx: Trx): Promise<ProofKind[]> => {
    await lockCorrectPassword(trx, credentials)
    return ['PASSWORD']
  }
  return { user: credentials.user, prove }
}

/** Checks that a password that was right is still right, until the transaction ends. Throws if it was changed meanwhile. */
async function lockCorrectPassword(trx: Trx, { user, passwordHash }: PasswordHolder): Promise<void> {
  if (!(await lockPasswordShared(trx, user, passwordHash))) throw wrongCredentials()
}

/** Reports whether the user has signed in, or followed a reset link, from this network, which strangers' attempts do not slow down. */
export async function isKnownNetwork({ db, clientNetwork }: RequestContext, userId: string): Promise<boolean> {
  const addresses = await listProvenAddresses(db, userId)
  return addresses.some((address) => networkOf(address) === clientNetwork)
}

interface SessionTerms {
  /** Whether it outlives the browser. */
  rememberMe?: boolean
  /** Whether the user is told that it comes from a network that was not seen before. */
  isNewNetwork?: boolean
}

/** A user, and how they prove in the transaction of the sign-in who they are: undefined when their code is wrong. */
export interface Proving {
  user: User
  /** The provider that asserts who they are, if one does. */
  providerId?: string
  prove: (trx: Trx) => Promise<ProofKind[] | undefined>
}

/** Starts a session of a user who proves who they are. */
export async function startSession(
  context: RequestContext,
  { user, providerId, prove }: Proving,
  delivery: TokenDelivery,
  { rememberMe = false, isNewNetwork = false }: SessionTerms = {},
): Promise<IssuedSession> {
  const now = context.clock.now()
  const remember = isRemembered(delivery, rememberMe)
  const session = {
    id: randomUUIDv7(),
    userId: user.id,
    providerId: providerId ?? null,
    remember,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: addMs(now, sessionLifetimeMs(remember)),
    ipAddress: context.clientAddress,
    userAgent: context.userAgent,
  }
  // A wrong code leaves the transaction as a value: an error thrown inside would undo the entry in the user's log.
  const started = await context.change(async (trx, tell) => {
    const provenBy = await prove(trx)
    if (!provenBy) return undefined
    await insertSession(trx, { ...session, provenBy, provenAt: now })
    await recordAudit(trx, context, {
      action: 'user.signed_in',
      ...describeUser(user.id, nameUser(user)),
      by: { userId: user.id, sessionId: session.id },
    })
    notifyViewer(tell, user.id)
    const refreshToken = await issueRefreshToken(trx, session.id, now)
    if (isNewNetwork) await noteSignIn({ trx, tell, source: context }, session)
    return { refreshToken, provenBy }
  })
  if (!started) throw wrongCode('signIn')
  return await deliver(context, user, { ...started, sessionId: session.id, remember, delivery })
}

/** Notifies a user of a sign-in from a new network, once a day for each network. */
async function noteSignIn(
  ending: Ending,
  { id, userId, ipAddress, userAgent }: Pick<AuthSession, 'id' | 'userId' | 'userAgent'> & { ipAddress: string },
): Promise<void> {
  await addNotice(ending, {
    of: { userId },
    facts: { kind: 'NEW_SIGN_IN', ipAddress, userAgent, sessionId: id },
    subjectIds: [id],
    key: `${networkOf(ipAddress)}:${toDay(ending.source.clock.now())}`,
  })
}
