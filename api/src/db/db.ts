import { CamelCasePlugin, Kysely, type Dialect, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** A handle for queries; a transaction is one too. */
export type Db = Kysely<Tables>

/** What a function that locks rows demands. Inside a transaction never use the outer handle: PGlite would wait for ever. */
export type Trx = Transaction<Tables>

/** An open database and how to leave it. */
export interface OpenDatabase {
  db: Db
  /** Waits for running queries, then closes files or connections. */
  close: () => Promise<void>
}

/** Columns are snake_case in SQL and camelCase in code; keys inside JSON stay as they are. */
export function createDb(dialect: Dialect): Db {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
}
