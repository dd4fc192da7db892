import type { Role } from '../../generated/schema.ts'
import { AppError, forbidden, notFound } from '../../ground/errors.ts'
import type { RequestContext } from '../context.ts'
import { checkReach, type KnownReach, type Reach, reaches } from './api-keys.ts'
import { checkSuspension } from './suspension.ts'
import {
  type Actor,
  type ApiKeyActor,
  isTwoFactors,
  type PersonActor,
  type TokenActor,
  type UserActor,
} from './actor.ts'
import {
  listScopes,
  permissions,
  roleAllows,
  type Action,
  type ScopedAction,
  requiresAssurance,
  worksSuspended,
  worksWithoutGateway,
} from './permissions.ts'

/** Returns the person who acts, signed in or by AuthID. Throws UNAUTHENTICATED for any other actor. */
export function getPerson({ actor }: RequestContext): PersonActor {
  switch (actor.kind) {
    case 'user':
    case 'auth-token':
      return actor
    case 'anonymous':
      throw unauthenticated(actor)
    case 'api-key':
      throw forbidden('This needs a person: no scope of an API key allows it. Sign in to do it.')
    case 'agent-token':
      throw forbidden(
        'An agent token starts, renews, reports and stops its own agents, nothing else. Sign in to do this.',
      )
    case 'edge':
      throw forbidden('A service token speaks for an edge, not for a person.')
    default:
      return actor satisfies never
  }
}

/** Returns the signed-in user. Throws UNAUTHENTICATED without an access token, FORBIDDEN for an AuthID. */
export function getUser(context: RequestContext): UserActor {
  const person = getPerson(context)
  if (person.kind === 'user') return person
  throw forbidden('An AuthID starts and stops its own tunnels, nothing else. Sign in to do this.')
}

/** Returns the person who acts by AuthID or machine token. Throws UNAUTHENTICATED without a credential, FORBIDDEN for any other. */
export function getTokenActor(context: RequestContext): TokenActor {
  const person = getPerson(context)
  if (person.kind === 'auth-token') return person
  throw forbidden(
    'This is for programs that present an AuthID or a machine token. Signed-in users read about themselves with `viewer`.',
  )
}

/** Throws FORBIDDEN unless the actor is an edge with a service token. */
export function checkEdge({ actor }: RequestContext): void {
  if (actor.kind === 'edge') return
  if (actor.kind === 'anonymous' && actor.refusal) throw unauthenticated(actor)
  throw forEdges()
}

/** Refuses an operation for edges. */
export function forEdges(): AppError {
  return forbidden('This is for edges: it needs a service token made from EDGE_SECRET.')
}

/**
 * Throws unless the actor may take the action in the account: a person by their role, an API key by its scopes and, if it is limited to
 * gateways, on what belongs to one of them. A stranger gets NOT_FOUND of the subject.
 */
export async function authorize(
  context: RequestContext,
  action: Exclude<Action, ScopedAction>,
  accountId: string,
  subject?: string,
): Promise<PersonActor>
export async function authorize(
  context: RequestContext,
  action: Action,
  accountId: string,
  subject?: string,
  reach?: KnownReach,
): Promise<PersonActor | ApiKeyActor>
export async function authorize(
  context: RequestContext,
  action: Action,
  accountId: string,
  subject = 'account',
  reach: KnownReach = 'account',
): Promise<PersonActor | ApiKeyActor> {
  const key = findKeyFor(context, action)
  if (key) {
    if (key.accountId !== accountId) throw notFound(subject)
    checkScope(context, action, reach, subject)
    return key
  }
  const person = getPersonFor(context, action)
  if (person.kind === 'auth-token' && person.accountId !== accountId) throw notFound(subject)
  const { viewerRole } = context.loaders
  const load = requiresAssurance(action) ? viewerRole.load : viewerRole.loadAlsoClosed
  const [role, suspendable] = await Promise.all([load(accountId), viewerRole.loadSuspension(accountId)])
  checkRole(role, action, subject)
  checkSuspension(suspendable, action)
  return person
}

/** Throws unless a person with this role in the account may take the action; without a role they are a stranger. */
export function checkRole(role: Role | undefined, action: Action, subject: string): void {
  if (role === undefined) throw notFound(subject)
  if (roleAllows(role, action)) return
  const allowed = permissions[action].roles.join(' or ')
  throw forbidden(`Your role in this account is ${role}; this takes ${allowed}. Ask one of them to do it.`)
}

/**
 * Throws for an API key without a scope that allows the action, and for one that is limited to gateways and reaches beyond them. People pass: their
 * role has been checked.
 */
export function checkScope({ actor }: RequestContext, action: Action, reach: KnownReach, subject: string): void {
  if (actor.kind !== 'api-key') return
  checkScopeHeld(actor, action)
  if (!worksWithoutGateway(action)) checkReach(actor, reach, subject)
}

function checkScopeHeld(key: ApiKeyActor, action: Action): void {
  if (holdsScope(key, action)) return
  throw forbidden(
    `This API key lacks the scope ${listScopes(action).join(' or ')}. Create a key that has it on the dashboard, or leave this out.`,
  )
}

function holdsScope({ scopes }: ApiKeyActor, action: Action): boolean {
  return listScopes(action).some((scope) => scopes.includes(scope))
}

/** Returns the API key that acts, if some scope allows the action; undefined if the action takes a person. */
export function findKeyFor({ actor }: RequestContext, action: Action): ApiKeyActor | undefined {
  return actor.kind === 'api-key' && listScopes(action).length > 0 ? actor : undefined
}

/** Reports whether an account is closed to an actor: it requires two factors, and the session proves one. It stays open to AuthIDs and keys. */
export function lacksFactor(actor: Actor, { requiresSecondFactor }: { requiresSecondFactor: boolean }): boolean {
  return requiresSecondFactor && actor.kind === 'user' && !isTwoFactors(actor.provenBy)
}

/** Throws FACTOR_REQUIRED when the account is closed to the actor for want of a second factor. */
export function checkAssurance({ actor }: { actor: Actor }, account: { requiresSecondFactor: boolean }): void {
  if (!lacksFactor(actor, account)) return
  throw new AppError(
    'FACTOR_REQUIRED',
    'This account is for members who sign in with a second factor. Add one on your profile, or confirm your identity with the one that you have.',
    { reason: 'ACCOUNT_REQUIRES_FACTOR' },
  )
}

/**
 * Reports whether a subscription to the account continues: its viewer is still a member, with the factors that it requires. A revoked API key loses
 * its socket instead.
 */
export async function isStillAdmitted({ actor, loaders }: RequestContext, accountId: string): Promise<boolean> {
  if (actor.kind === 'api-key') return true
  const role = await loaders.viewerRole.load(accountId).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  return role !== undefined
}

/**
 * Finds a resource of an account and authorizes an action on it. An actor that may not see it cannot tell whether it exists. `reachOf` says what
 * part of the account a resource belongs to; left out if it does not belong to one gateway.
 */
export async function authorizeOn<T extends { accountId: string }>(
  context: RequestContext,
  action: Action,
  subject: string,
  find: () => Promise<T | undefined>,
  reachOf: (found: T) => Reach = () => 'account',
): Promise<T> {
  // An actor that may take the action in no account is refused before anything is looked up.
  const key = findKeyFor(context, action)
  if (key) checkScopeHeld(key, action)
  else getPersonFor(context, action)
  const found = await find()
  if (!found) throw notFound(subject)
  await authorize(context, action, found.accountId, subject, reachOf(found))
  return found
}

/**
 * Finds an object of an account for those who may read the account. Returns null if there is none, and for an object of another
 * account: the viewer cannot tell which.
 */
export async function findReadable<T extends { accountId: string }>(
  context: RequestContext,
  find: () => Promise<T | undefined>,
): Promise<T | null> {
  // An actor that may read no account is refused before anything is looked up.
  if (context.actor.kind !== 'api-key') getUser(context)
  checkScope(context, 'viewAccount', 'account', 'account')
  const found = await find()
  if (!found) return null
  try {
    await authorize(context, 'viewAccount', found.accountId)
    return found
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** Reports whether the actor may take the action in the account: what `viewerCan…` fields show. */
export async function can(
  context: RequestContext,
  action: Action,
  accountId: string,
  reach: Reach = 'account',
): Promise<boolean> {
  const { actor } = context
  if (actor.kind === 'api-key') {
    const isWithin = reach === 'account' ? actor.gatewayIds === null : reaches(actor, reach)
    return actor.accountId === accountId && holdsScope(actor, action) && isWithin
  }
  const { viewerRole } = context.loaders
  const [role, { suspensionReason }] = await Promise.all([
    viewerRole.load(accountId),
    viewerRole.loadSuspension(accountId),
  ])
  return role !== undefined && roleAllows(role, action) && (suspensionReason === null || worksSuspended(action))
}

/** Returns why the actor may not take the action in the account, in the words of the refusal; undefined when it may. */
export async function findRoleRefusal(
  context: RequestContext,
  action: Action,
  accountId: string,
): Promise<string | undefined> {
  try {
    await authorize(context, action, accountId)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

function getPersonFor(context: RequestContext, action: Action): PersonActor {
  return permissions[action].withAuthToken ? getPerson(context) : getUser(context)
}

function unauthenticated({ refusal }: { refusal?: AppError }): AppError {
  return refusal ?? new AppError('UNAUTHENTICATED', 'Not authenticated')
}
