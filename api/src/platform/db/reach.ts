import { messageOf } from '@culvert/program'
import { sql } from 'kysely'
import { findErrorCode, InstallationFault } from '../../ground/errors.ts'
import type { OpenDatabase } from './db.ts'

/**
 * Returns a database that answers. Rejects, having closed it, with one sentence on what is wrong at the address of
 * DATABASE_URL; the password in it is not repeated.
 */
export async function reach(database: OpenDatabase, url: string): Promise<OpenDatabase> {
  try {
    await sql`select 1`.execute(database.db)
    return database
  } catch (error) {
    await database.close()
    throw new InstallationFault(
      `${describe(error, new URL(url))} Check DATABASE_URL, and that PostgreSQL runs there.`,
      { cause: error },
    )
  }
}

function describe(error: unknown, { hostname, port, pathname, username }: URL): string {
  const server = `The database server at ${hostname || 'the local socket'}:${port || 5432}`
  const code = findErrorCode(error)
  switch (code ?? '') {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database server's name ${hostname} is not known to DNS.`
    case 'ECONNREFUSED':
      return `${server} refuses connections.`
    case '28P01':
    case '28000':
      return `${server} refuses the user ${username || 'that was given'}, or the password.`
    case '3D000':
      return `${server} has no database ${decodeURIComponent(pathname.slice(1))}.`
    default:
      if (/time-?out|timed out/i.test(messageOf(error)) || code === 'ETIMEDOUT') return `${server} does not answer.`
      return `${server} cannot be used: ${messageOf(error)}.`
  }
}
