import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The version and the clock of a database. */
export interface ServerFacts {
  /** Of PostgreSQL, such as 17.2. */
  version: string
  /** The current time of its clock. */
  now: Date
}

/** Asks the database for its version and its clock. */
export async function readServerFacts(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select clock_timestamp() as now, current_setting('server_version') as version
  `.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('A database that answers has a clock.')
  return facts
}
