import { randomUUIDv7 } from 'node:crypto'
import { termsNotAccepted } from '@culvert/schema/validation-messages'
import type { SignInByProviderInput, SignUpByProviderInput } from '../../generated/schema.ts'
import { AppError, badInput, conflict } from '../../ground/errors.ts'
import { parseEmail } from '../../ground/email-address.ts'
import { parseName } from '../../ground/names.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import { renderWelcome } from '../../platform/mail/templates.ts'
import type { Account } from '../accounts/rules.ts'
import { findAccount } from '../accounts/service.ts'
import { createVerificationLink } from '../email-addresses/links.ts'
import { evictUnprovenUser } from '../email-addresses/unproven-user.ts'
import { type OpenedProof, openProof } from '../identities/proofs.ts'
import { linkedAlready, notLinked } from '../identities/rules.ts'
import { addIdentity, findLinked } from '../identities/service.ts'
import { checkDelivery, type IssuedSession } from '../sessions/issue.ts'
import { countGuess, proveByCode } from '../sessions/proof.ts'
import { userDisabled } from '../sessions/rules.ts'
import { checkNoSingleSignOn, isKnownNetwork, startSession } from '../sessions/sign-in.ts'
import { findSingleSignOnOf } from '../sign-in-providers/service.ts'
import { addUser, findMailedInvitation, taken } from '../sign-up/service.ts'
import { getMailSite } from '../site/service.ts'
import { joinByDomain } from '../team/joining.ts'
import type { User } from '../users/rules.ts'
import { findUser, lockUserShared } from '../users/service.ts'

/** A session by a provider, and what became of the user's membership by the domain of their address. */
export interface ProviderSession {
  session: IssuedSession
  joinedAccount: Account | null
  joinRefusal: string | null
}

/** Signs in the user whom a provider's assertion is about. */
export async function signInByProvider(
  context: RequestContext,
  input: SignInByProviderInput,
): Promise<ProviderSession> {
  const { code, rememberMe, tokenDelivery } = input
  await context.rateLimiter.check('signInFromClient', context.clientNetwork)
  checkDelivery(context, tokenDelivery)
  const proof = await openProof(context, input.proof, ['SIGN_IN'])
  const { userId, use } = await findLinked(context, proof)
  const providerId = proof.provider.id
  const user = await findUser(context.db, userId)
  if (!user) throw notLinked('SIGN_IN', proof.provider.label)
  const prove = async (trx: Trx) => {
    const held = await lockUserShared(trx, user.id)
    if (!held) throw userDisabled()
    const proofs = await proveByCode(trx, context, held, code, 'PROVIDER')
    if (!proofs) return undefined
    await use(trx)
    await checkNoSingleSignOn(trx, held, providerId)
    return proofs
  }
  const isNewNetwork = !(await isKnownNetwork(context, user.id))
  const session = await refuseDuplicates(
    countGuess(context, { userId: user.id, code }, () =>
      startSession(context, { user, providerId, prove }, tokenDelivery, { rememberMe, isNewNetwork }),
    ),
    { identities_of_user: () => linkedAlready(proof.provider.label) },
  )
  return { session, ...(await join(context, user, proof)) }
}

/** Creates the user whom a provider's assertion identifies, with an account of their own, and signs them in. */
export async function signUpByProvider(
  context: RequestContext,
  input: SignUpByProviderInput,
): Promise<ProviderSession> {
  await context.rateLimiter.check('signUpFromClient', context.clientNetwork)
  checkDelivery(context, input.tokenDelivery)
  const proof = await openProof(context, input.proof, ['SIGN_IN'])
  if (!proof.provider.createsUsers) throw notLinked('SIGN_IN', proof.provider.label)
  const firstName = parseName('firstName', 'First name', input.firstName)
  const lastName = parseName('lastName', 'Last name', input.lastName)
  const email = proof.email ?? parseEmail(input.email ?? '')
  if (!input.acceptTerms) throw badInput('acceptTerms', termsNotAccepted)
  const invitation = await findMailedInvitation(context, input.inviteToken ?? undefined, email)
  const isProven = proof.isEmailProven || invitation !== undefined
  const now = context.clock.now()
  const user = {
    id: randomUUIDv7(),
    email,
    phone: null,
    firstName,
    lastName,
    emailVerifiedAt: isProven ? now : null,
    locale: null,
  }
  const site = await getMailSite(context)
  const change = context.change(async (trx, tell) => {
    if (isProven) {
      await checkNoSingleSignOn(trx, user, proof.provider.id)
      await evictUnprovenUser(context, { trx, tell, source: context }, email)
    }
    const by = { userId: user.id, sessionId: null }
    const account = await addUser(trx, context, { user, passwordHash: null }, by)
    await addIdentity(trx, context, user.id, proof, by)
    await proof.use(trx)
    const verification = isProven ? undefined : await createVerificationLink(trx, context, { id: user.id, email })
    const welcome = { ...account, firstName, email, accountName: account.name, verification }
    await context.mailer.sendMail(trx, { to: email, ...renderWelcome(site, welcome) })
  })
  await refuseDuplicates(change, {
    users_email_key: () => taken('email', 'email address'),
    identities_subject: () => alreadySignedUp(proof.provider.label),
  })
  const prove = async (trx: Trx) => {
    if (!(await lockUserShared(trx, user.id))) throw userDisabled()
    return ['PROVIDER' as const]
  }
  const session = await startSession(context, { user, providerId: proof.provider.id, prove }, input.tokenDelivery)
  return { session, ...(await join(context, user, proof)) }
}

type Joined = Omit<ProviderSession, 'session'>

/** Joins an account by single sign-on. The sign-in counts, whatever becomes of the membership. */
async function join(context: RequestContext, user: User, proof: OpenedProof): Promise<Joined> {
  const { email, isEmailProven, provider } = proof
  const singleSignOn = isEmailProven ? await findSingleSignOnOf(context.db, email) : undefined
  if (email === null || singleSignOn?.providerId !== provider.id) return { joinedAccount: null, joinRefusal: null }
  try {
    const account = await joinByDomain(context, user, { ...singleSignOn, email })
    return { joinedAccount: account ?? null, joinRefusal: null }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PLAN_LIMIT_REACHED') throw error
    const { name } = (await findAccount(context.db, singleSignOn.accountId)) ?? {}
    const joinRefusal = `You are not a member of ${name ?? 'the account'} yet: its plan has no room for more. Ask an owner to make some.`
    return { joinedAccount: null, joinRefusal }
  }
}

function alreadySignedUp(label: string): AppError {
  return conflict(`This user of ${label} has signed up already. Sign in with ${label}.`)
}
