import {
  CamelCasePlugin,
  type CompiledQuery,
  type IdentifierNode,
  Kysely,
  type Dialect,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  type QueryId,
  type RootOperationNode,
  type Transaction,
} from 'kysely'
import type { Client } from 'pg'
import type { Tables } from './tables.ts'

/** An open database. Its transactions are opened by `change`. */
export type Database = Kysely<Tables>

/** A handle for queries: a database or a transaction. */
export type Db = Omit<Database, 'transaction' | 'startTransaction'>

/** A transaction, which functions that lock rows require. Inside one, never use the outer handle: PGlite would wait forever. */
export type Trx = Transaction<Tables>

declare const locked: unique symbol

/** A row that this transaction has locked: nothing else changes it, or counts by it, until the transaction ends. */
export type Locked<Row> = Row & { readonly [locked]: true }

/** An open database, and how to close it. */
export interface OpenDatabase {
  db: Database
  /** Returns why nothing can be written at the moment, without folder or server; undefined while it can, as far as is known. */
  findObstacle?: () => string | undefined
  /** A connection outside the pool, not yet open, for LISTEN. Undefined for PGlite, which has none. */
  connect?: () => Client
  /** Waits for running queries, then closes files or connections. */
  close: () => Promise<void>
}

/**
 * Columns are snake_case in SQL and camelCase in code; keys inside JSON stay as they are. `onFault` is called for each statement that
 * fails.
 */
export function createDb(dialect: Dialect, onFault: (error: unknown) => void = () => undefined): Database {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => dialect.createDriver(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => new SnakeCaseCompiler(),
    },
    plugins: [names],
    log: (event) => {
      if (event.level === 'error') onFault(event.error)
    },
  })
}

/** The queries whose names are to become snake_case: those of a handle that has the plugin. */
const renamed = new WeakSet<RootOperationNode>()

/** Renames columns of results, and leaves the query to `SnakeCaseCompiler`: to rename them in it, the plugin would copy the whole of it once more. */
class ColumnNames extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    renamed.add(node)
    return node
  }

  /** Returns a name as it is written in SQL. */
  quote(name: string): string {
    return `"${this.snakeCase(name).replaceAll('"', '""')}"`
  }
}

const names = new ColumnNames({ maintainNestedObjectKeys: true })

/** The names of tables and columns, and their aliases, as they are written: as many as the code knows. */
const quoted = new Map<string, string>()

class SnakeCaseCompiler extends PostgresQueryCompiler {
  #isRenamed = false

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    // A handle without plugins has the names of tables that the code does not know.
    this.#isRenamed = renamed.has(node)
    return super.compileQuery(node, queryId)
  }

  protected override visitIdentifier(node: IdentifierNode): void {
    if (!this.#isRenamed) {
      super.visitIdentifier(node)
      return
    }
    const written = quoted.get(node.name) ?? names.quote(node.name)
    quoted.set(node.name, written)
    this.append(written)
  }
}
