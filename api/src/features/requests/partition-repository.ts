import { sql } from 'kysely'
import { addMs, dayMs, toDay } from '../../ground/clock.ts'
import { findErrorCode } from '../../ground/errors.ts'
import type { Db, Trx } from '../../platform/db/db.ts'

/** Any number, the same for all nodes. */
const partitionsLock = 4_604_062

const prefix = 'recorded_requests_until_'

const nameOf = (day: string): string => prefix + day.replaceAll('-', '')

/** Reports whether a row could not be added because there is no partition for its day. */
export function isPartitionMissing(error: unknown): boolean {
  // SQLSTATE 23514: check_violation. The table has no other checks. The message is in the language of the server.
  if (findErrorCode(error) !== '23514' || typeof error !== 'object' || error === null) return false
  return 'table' in error && error.table === 'recorded_requests'
}

/** Makes the partitions of the days that have none. */
export async function makePartitions(trx: Trx, days: Iterable<string>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${partitionsLock})`.execute(trx)
  const known = new Set(await listPartitions(trx))
  for (const day of new Set(days)) {
    if (known.has(day)) continue
    const name = sql.id(nameOf(day))
    const next = toDay(addMs(new Date(day), dayMs))
    // The partition is made and then attached, which blocks no readers or writers of the table.
    await sql`create table ${name} (like recorded_requests including all)`.execute(trx)
    await sql`
      alter table recorded_requests attach partition ${name} for values from (${sql.lit(day)}) to (${sql.lit(next)})
    `.execute(trx)
  }
}

/** Drops the partitions of days before another. Returns their days. */
export async function dropPartitionsBefore(trx: Trx, day: string): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${partitionsLock})`.execute(trx)
  // While this waits for readers and writers to finish, no others can begin.
  await sql`set local lock_timeout = '500ms'`.execute(trx)
  const past = (await listPartitions(trx)).filter((known) => known < day)
  for (const known of past) await sql`drop table ${sql.id(nameOf(known))}`.execute(trx)
  return past
}

/** Returns the days that have partitions, in no order. */
export async function listPartitions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'recorded_requests'::regclass
  `.execute(db)
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = /^recorded_requests_until_(\d{4,})(\d\d)(\d\d)$/.exec(name) ?? []
    return year && month && day ? [`${year}-${month}-${day}`] : []
  })
}
