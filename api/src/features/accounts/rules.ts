import { checkNamespaceCharacters, namespaceMissing } from '@culvert/schema/validation-messages'
import type { Selectable } from 'kysely'
import { addMs, dayMs } from '../../ground/clock.ts'
import { AppError, badInput, conflict } from '../../ground/errors.ts'
import { isReservedName, toNamespaceLabel } from '../../ground/hostnames.ts'
import { parseName } from '../../ground/names.ts'
import type { AccountTable } from './table.ts'

/** A team's space. */
export type Account = Omit<Selectable<AccountTable>, 'deletedAt'>

/** Long enough for a name, short enough that a prefix and it share a hostname label of 63 characters. */
const namespaceLengthMax = 30

/**
 * Yields namespaces to try for a new account, best first: the first name, then both names, then the first name with a random
 * suffix; none that is reserved. `makeSuffix` returns a few lowercase letters or digits.
 */
export function* proposeNamespaces(firstName: string, lastName: string, makeSuffix: () => string): Generator<string> {
  const first = toSlug(firstName)
  const both = toSlug(`${firstName}-${lastName}`)
  for (const slug of new Set([first, both])) if (slug !== '' && !isReservedName(slug)) yield slug
  for (;;) yield `${(first || 'team').slice(0, namespaceLengthMax - 7)}-${makeSuffix()}`
}

/** How long a namespace that was given up stays blocked for other accounts. */
const namespaceBlockedMs = 30 * dayMs

/** Returns the instant before which a namespace must have been given up to be free for everyone. */
export function namespaceBlockedSince(now: Date): Date {
  return addMs(now, -namespaceBlockedMs)
}

/** Parses the name of an account, which its members and those whom they invite see. */
export function parseAccountName(text: string): string {
  return parseName('name', 'Account name', text)
}

/** Parses a namespace that its owner chose. */
export function parseNamespace(text: string): string {
  const namespace = text.trim()
  if (namespace === '') throw badInput('namespace', namespaceMissing)
  const problem = checkNamespaceCharacters(namespace)
  if (problem !== null) throw badInput('namespace', problem)
  if (namespace.length > namespaceLengthMax) {
    throw badInput('namespace', `Namespace must be at most ${namespaceLengthMax} characters long`)
  }
  // It becomes part of hostnames, in which underscores become hyphens, and no label begins or ends with a hyphen.
  if (!/^[a-z0-9]/.test(namespace) || !/[a-z0-9]$/.test(namespace)) {
    throw badInput('namespace', 'Namespace must start and end with a letter or a number')
  }
  if (isReservedName(toNamespaceLabel(namespace))) {
    throw badInput('namespace', `"${namespace}" is reserved. Choose another namespace.`)
  }
  return namespace
}

/** The fields that a member changes; those that are left out stay. */
export interface AccountChanges {
  name?: string
  namespace?: string
}

/** Returns the fields that actually change. Throws if there are none. */
export function findChanges(account: Account, wanted: AccountChanges): AccountChanges {
  const changes: AccountChanges = {}
  if (wanted.name !== undefined && wanted.name !== account.name) changes.name = wanted.name
  if (wanted.namespace !== undefined && wanted.namespace !== account.namespace) changes.namespace = wanted.namespace
  if (Object.keys(changes).length === 0) throw new AppError('BAD_USER_INPUT', 'No changes to save')
  return changes
}

/** How many accounts one user may own: each comes with a free plan. */
export const ownedAccountsMax = 10

/** Refuses one more account. */
export function tooManyAccounts(): AppError {
  return new AppError(
    'PLAN_LIMIT_REACHED',
    `You own ${ownedAccountsMax} accounts, which is the most that one user may own. Delete or hand over one of them first.`,
  )
}

/** Refuses to hand an account to somebody who already owns as many as allowed. */
export function heirOwnsTooMany(): AppError {
  return new AppError(
    'PLAN_LIMIT_REACHED',
    `This member owns ${ownedAccountsMax} accounts, which is the most that one user may own. They can delete or hand over one of them first; or choose another member.`,
    { field: 'memberId' },
  )
}

/** Refuses a namespace that another account has, or had until recently. */
export function namespaceTaken(): AppError {
  return conflict('This namespace is taken, or was until recently. Choose another one.', {
    field: 'namespace',
  })
}

/** Refuses a namespace that ends with another account's, or with which another one ends; it names neither. */
export function namespaceConflicts(): AppError {
  return conflict(
    "This namespace and another account's would share hostnames: one ends with a hyphen and the other, as my-ada does with ada. Choose another one.",
    { field: 'namespace' },
  )
}

/** Refuses to require of members what the owner does not have. */
export function ownFactorFirst(): AppError {
  return conflict(
    'Your own session has no second factor: you would lock yourself out. Add one on your profile, or confirm your identity with the one that you have, first.',
  )
}

/** Refuses another namespace on a plan without namespace changes. */
export function namespaceFixed(): AppError {
  return new AppError('PLAN_LIMIT_REACHED', 'Namespace changes are not allowed on your current plan', {
    field: 'namespace',
  })
}

/** Throws unless the namespace that confirms a deletion is the account's. */
export function checkConfirmation({ namespace }: Account, confirmation: string): void {
  if (confirmation.trim().replace(/^@/, '') === namespace) return
  throw badInput('namespace', `To delete the account for good, enter its namespace: ${namespace}`)
}

/** Returns how the audit log names an account. */
export function describeObject({ id, name }: Pick<Account, 'id' | 'name'>) {
  return { accountId: id, objectType: 'account' as const, objectId: id, objectName: name }
}

/** Returns the name in lowercase letters and digits, with single hyphens for everything else; empty if none of it can be written that way. */
function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, namespaceLengthMax)
    .replaceAll(/^-+|-+$/g, '')
}
