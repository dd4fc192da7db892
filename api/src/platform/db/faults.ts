import { sql } from 'kysely'
import { findErrorCode } from '../../ground/errors.ts'
import type { Db } from './db.ts'
import { LockWaitTooLong } from './lock-waits.ts'

/** Reports whether an insert or update violated the unique index of this name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (findErrorCode(error) !== '23505') return false
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
}

/** Awaits a change. For one that violates a unique index, throws what is given under the name of the index. */
export async function refuseDuplicates<Result>(
  change: Promise<Result>,
  refusals: Readonly<Record<string, () => Error>>,
): Promise<Result> {
  try {
    return await change
  } catch (error) {
    const broken = Object.entries(refusals).find(([index]) => isUniqueViolation(error, index))
    throw broken?.[1]() ?? error
  }
}

/** Why a request that may be served later was not: `extensions.reason` with the code UNAVAILABLE. */
export type UnavailableReason =
  | 'DATABASE_AWAY'
  | 'DATABASE_FULL'
  | 'DATABASE_READ_ONLY'
  | 'DEADLOCK'
  | 'IDLE_TRANSACTION'
  | 'LOCK_TIMEOUT'
  | 'OPERATION_TIMEOUT'
  | 'OVERLOADED'
  | 'POOL_EXHAUSTED'
  | 'STATEMENT_TIMEOUT'

/** The reasons by the SQLSTATE of the error, or the code that Node gives it. */
const reasons: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^57014$/, 'STATEMENT_TIMEOUT'],
  [/^55P03$/, 'LOCK_TIMEOUT'],
  [/^40P01$/, 'DEADLOCK'],
  [/^25P03$/, 'IDLE_TRANSACTION'],
  [/^53100$/, 'DATABASE_FULL'],
  // A standby, or a server or database that was switched to read-only.
  [/^25006$/, 'DATABASE_READ_ONLY'],
  // Too many connections: other programs hold them.
  [/^53300$/, 'POOL_EXHAUSTED'],
  // 08: connection exception; 57P0x: the server shuts down or starts; 53: insufficient resources.
  [/^(08...|57P0[123]|53...|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/, 'DATABASE_AWAY'],
]

/** Messages of pg that have no code. */
const wordings: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/timeout exceeded when trying to connect/, 'POOL_EXHAUSTED'],
  [/Connection terminated|is not queryable/, 'DATABASE_AWAY'],
]

/** What was thrown because no connection could be opened. */
const unopened = new WeakSet<object>()

/** Marks a fault as one of opening a connection: whatever its cause, a wrong password included, no statement was sent. Returns it. */
export function asUnopened(fault: unknown): unknown {
  if (typeof fault === 'object' && fault !== null) unopened.add(fault)
  return fault
}

/** Returns why the database did not serve a request that it may serve later; undefined for any other fault. */
export function findUnavailableReason(error: unknown): UnavailableReason | undefined {
  if (error instanceof LockWaitTooLong) return 'LOCK_TIMEOUT'
  const code = findErrorCode(error)
  const known = code === undefined ? undefined : reasons.find(([pattern]) => pattern.test(code))
  const reason = (known ?? wordings.find(([pattern]) => pattern.test(String(error))))?.[1]
  const isUnopened = typeof error === 'object' && error !== null && unopened.has(error)
  return reason ?? (isUnopened ? 'DATABASE_AWAY' : undefined)
}

/** Reports whether the same request may be served later. */
export function isUnavailable(error: unknown): boolean {
  return findUnavailableReason(error) !== undefined
}

/** Faults that may mean that nothing can be written, by their SQLSTATE, and what the public health page says about them. */
const writeFaults = {
  '25006': 'The database is read-only.',
  '53100': 'The disk of the database is full.',
  '53200': 'The database server is out of memory.',
  '53300': 'The database server has too many connections.',
  '57P03': 'The database server does not take connections at the moment.',
}

export type WriteFault = keyof typeof writeFaults

/** Returns the SQLSTATE of an error that may mean that nothing can be written; undefined for any other. */
export function findWriteFault(error: unknown): WriteFault | undefined {
  const code = findErrorCode(error)
  return code !== undefined && isWriteFault(code) ? code : undefined
}

/** Returns the public explanation of why nothing can be written, without folder or server. */
export function describeWriteFault(fault: WriteFault): string {
  return writeFaults[fault]
}

function isWriteFault(code: string): code is WriteFault {
  return code in writeFaults
}

/** Reports whether the database is read-only. A session knows that before anything is written. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ readOnly: string }>`
    select current_setting('transaction_read_only') as read_only
  `.execute(db)
  return rows[0]?.readOnly === 'on'
}
