import type { AuditObject } from '@culvert/schema/audit-objects'
import type { Selectable } from 'kysely'
import { conflict } from '../../ground/errors.ts'
import { parseLine } from '../../ground/names.ts'
import { secretForm } from '../../ground/secrets.ts'
import type { authTokenColumns, AuthTokenTable, MemberTokenKind } from './table.ts'

/** An AuthID or a machine token, without its secret. */
export type AuthToken = Pick<Selectable<AuthTokenTable>, (typeof authTokenColumns)[number]>

/** The secret of an AuthID or a machine token. */
export const { makeSecret, isSecret } = secretForm('pk_')

/** How errors name a token of each kind. */
export const tokenSubjects: Record<MemberTokenKind, string> = { AUTH_ID: 'AuthID', MACHINE: 'machine token' }

/** How the audit log names a token of each kind as an object. */
export const auditObjects = { AUTH_ID: 'auth_token', MACHINE: 'machine_token' } as const satisfies Record<
  MemberTokenKind,
  AuditObject
>

/** The message for an AuthID or a machine token that is not valid. */
export const invalidAuthToken = `This AuthID or machine token is not valid: it is mistyped, it was deleted or replaced, or the operator has disabled its user. Run "culvert login", or find or create one on the dashboard's AuthID page.`

/** How many machine tokens a member may have in an account, so that they fit one list. */
export const machineTokensMax = 50

/** Throws when a member has as many machine tokens in an account as allowed. */
export function checkMachineCount(used: number): void {
  if (used < machineTokensMax) return
  throw conflict(
    `You have ${machineTokensMax} machine tokens in this account, which is the maximum. Delete one that is no longer used on the dashboard's AuthID page.`,
  )
}

const machineNameLengthMax = 64

/** Validates the name of a machine, which may be a hostname. */
export function parseMachineName(field: string, text: string): string {
  return parseLine(field, 'The name of the machine', text, machineNameLengthMax)
}

/** Returns the name, or the first of `name (2)`, `name (3)` and so on that is not taken. */
export function chooseName(name: string, taken: ReadonlySet<string>): string {
  let chosen = name
  for (let number = 2; taken.has(chosen); number += 1) chosen = `${name} (${number})`
  return chosen
}
