import type { Logger } from 'pino'
import type { OpenDatabase } from '../db/db.ts'
import type { Events } from './events.ts'
import { openInProcessEvents } from './in-process.ts'

/**
 * Opens events between all processes that use the database: by NOTIFY with PostgreSQL. An embedded one belongs to this
 * process alone.
 */
export async function openEvents({ connect }: Pick<OpenDatabase, 'connect'>, log: Logger): Promise<Events> {
  if (connect === undefined) return openInProcessEvents(log)
  const { openPostgresEvents } = await import('./postgres.ts')
  return await openPostgresEvents(connect, log)
}
