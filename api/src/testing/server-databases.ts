import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openPostgres } from '../platform/db/postgres.ts'

/** Makes a database on a server, as a copy of another or empty. */
export async function createServerDatabase(serverUrl: string, template?: string) {
  const name = `culvert_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { name, url: url.href, ...openPostgres(url.href) }
}

/** Drops a database, even while it is in use. */
export const dropServerDatabase = (serverUrl: string, name: string) =>
  onServer(serverUrl, `drop database ${name} with (force)`)

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const { db, close } = openPostgres(serverUrl)
  await sql.raw(statement).execute(db)
  await close()
}
