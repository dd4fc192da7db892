import { randomBytes } from 'node:crypto'
import { Client, type QueryResultRow } from 'pg'
import type { Cleanup } from './cleanup.ts'

/** Where PostgreSQL listens by default. */
const defaultUrl = 'postgres://postgres@127.0.0.1:5432/postgres'

/** Creates an empty database for this run on this machine's PostgreSQL; undefined if there is none that allows it. */
export async function createDatabase(cleanup: Cleanup): Promise<string | undefined> {
  const name = `culvert_e2e_${randomBytes(4).toString('hex')}`
  try {
    await query(defaultUrl, `create database ${name}`)
  } catch {
    return undefined
  }
  cleanup.defer(() => query(defaultUrl, `drop database ${name} with (force)`))
  return new URL(`/${name}`, defaultUrl).href
}

/** Runs one statement on a PostgreSQL database, and returns its rows. */
export async function query<Row extends QueryResultRow>(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}
