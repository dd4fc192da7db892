import { AppError, conflict } from '../../ground/errors.ts'
import type { App } from '../app.ts'
import type { Trx } from '../db/db.ts'
import { applyMigrations, listApplied, readMigrations } from '../db/migrate.ts'
import { type BackupHeader, type BackupPart, type BackupTable, formatVersion } from './format.ts'
import { orderTables } from './order.ts'
import { checkBackup, readBackup } from './read.ts'
import * as repository from './repository.ts'
import { writeBackup, type WrittenBackup } from './write.ts'

/** Rows that are read at once: they and their compressed text are held in memory. */
const rowsPerBatch = 500

/** A backup that was taken. */
export interface TakenBackup extends WrittenBackup, Pick<BackupHeader, 'culvert' | 'migration' | 'createdAt'> {
  file: string
}

/** Writes the database without recorded requests to a file, as it is at one moment. An embedded database does nothing else meanwhile. */
export async function takeBackup(
  app: App,
  { file, replace, culvert }: { file: string; replace: boolean; culvert: string },
): Promise<TakenBackup> {
  return await app.change(async (trx) => {
    await repository.beginSnapshot(trx)
    await repository.prepareTransfer(trx)
    const migrations = await listApplied(trx)
    const migration = migrations.at(-1) ?? ''
    const createdAt = app.clock.now().toISOString()
    const header = {
      format: 'culvert-backup' as const,
      version: formatVersion,
      culvert,
      createdAt,
      migration,
      migrations,
    }
    const written = await writeBackup(file, { replace }, watchDiskSpace(app, readDatabase(trx, header)))
    return { file, culvert, migration, createdAt, ...written }
  })
}

/** Stops before the file has filled the disk that an embedded database is on, which would not recover from that. */
async function* watchDiskSpace(app: App, parts: AsyncIterable<BackupPart>): AsyncGenerator<BackupPart> {
  const hadSpace = app.findDatabaseObstacle() === undefined
  for await (const part of parts) {
    if (hadSpace && app.config.database.kind === 'embedded') checkWritable(app)
    yield part
  }
}

function checkWritable(app: App): void {
  const obstacle = app.findDatabaseObstacle()
  if (obstacle !== undefined) throw new AppError('UNAVAILABLE', `${obstacle} Make room there first.`)
}

async function* readDatabase(trx: Trx, header: BackupHeader): AsyncGenerator<BackupPart> {
  yield { kind: 'header', header }
  for (const table of orderTables(await listKept(trx))) {
    yield { kind: 'table', table: { table: table.name, columns: table.columns.map(({ name }) => name) } }
    for await (const rows of repository.readRows(trx, table, rowsPerBatch)) yield { kind: 'rows', rows }
  }
  // Sequences belong to no snapshot. Because they are read last, none is behind a row that the backup has.
  for (const sequence of await repository.listSequences(trx)) yield { kind: 'sequence', sequence }
}

/** A backup that was restored. */
export interface RestoredBackup extends Pick<BackupHeader, 'culvert' | 'migration' | 'createdAt'> {
  file: string
  rows: Record<string, number>
}

/** Puts a backup into a database without users, all or nothing. Throws CONFLICT, with what to do, if it cannot. */
export async function restoreBackup(app: App, file: string): Promise<RestoredBackup> {
  const { culvert, migration, createdAt, migrations } = await checkBackup(file)
  const known = await readMigrations()
  const unknown = migrations.filter((name) => !(name in known))
  if (unknown.length > 0) {
    throw conflict(
      `${file} is of Culvert ${culvert}, which is newer: this version does not know its migration ${unknown.join(', ')}. Restore it with Culvert ${culvert} or later.`,
    )
  }
  const isOlder = Object.keys(known).some((name) => !migrations.includes(name))
  const rows = await app.change(async (trx) => {
    await repository.prepareTransfer(trx)
    await checkEmpty(trx)
    const before = await listNames(trx)
    if (isOlder) {
      await repository.dropTables(trx)
      await applyMigrations(
        trx,
        Object.fromEntries(Object.entries(known).filter(([name]) => migrations.includes(name))),
      )
    }
    const counts = await load(app, trx, file)
    if (isOlder) await applyMigrations(trx, known)
    checkNoForeign(before, isOlder ? await listNames(trx) : Object.keys(counts))
    return counts
  })
  return { file, culvert, migration, createdAt, rows }
}

async function checkEmpty(trx: Trx): Promise<void> {
  const { users, accounts } = await repository.lockUsers(trx)
  if (users === 0) return
  throw conflict(
    `This database has users (${users}, with ${accounts} accounts), which a restore would replace. Restore into an empty one: set DATABASE_URL or CULVERT_DATA to a new one, or move this one away first.`,
  )
}

/** Returns the tables of a backup. */
async function listKept(trx: Trx): Promise<repository.CatalogueTable[]> {
  return (await repository.listTables(trx)).filter(({ name }) => !repository.ephemeralTables.includes(name))
}

async function listNames(trx: Trx): Promise<string[]> {
  return (await listKept(trx)).map(({ name }) => name)
}

/** Throws CONFLICT if the database had tables that are not Culvert's: they were emptied or dropped, which is then undone. */
function checkNoForeign(had: readonly string[], ours: readonly string[]): void {
  const foreign = had.filter((name) => !ours.includes(name))
  if (foreign.length === 0) return
  throw conflict(
    `This database has tables besides those of the backup, which a restore would empty: ${foreign.join(', ')}. Restore into one without them.`,
  )
}

/** Replaces the rows of every table by those of the backup. Returns how many there are. */
async function load(app: App, trx: Trx, file: string): Promise<Record<string, number>> {
  const tables = new Map((await repository.listTables(trx)).map((table) => [table.name, table]))
  await repository.emptyTables(trx, [...tables.keys()])
  const counts: Record<string, number> = {}
  let into: { table: BackupTable; types: string[] } | undefined
  for await (const part of readBackup(file)) {
    if (part.kind === 'sequence') await repository.setSequence(trx, part.sequence)
    if (part.kind === 'table') {
      const { table } = part
      into = { table, types: findTypes(file, table, tables.get(table.table)) }
      counts[table.table] = 0
    }
    if (part.kind !== 'rows' || !into) continue
    if (app.config.database.kind === 'embedded') checkWritable(app)
    await repository.insertRows(trx, into.table, into.types, part.rows)
    counts[into.table.table] = (counts[into.table.table] ?? 0) + part.rows.length
  }
  return counts
}

/** Returns the types of a table's columns, in the backup's order. Throws CONFLICT when they are not those of the database. */
function findTypes(
  file: string,
  { table, columns }: BackupTable,
  found: repository.CatalogueTable | undefined,
): string[] {
  const types = columns.flatMap((column) => found?.columns.find(({ name }) => name === column)?.type ?? [])
  if (types.length === columns.length && types.length === found?.columns.length) return types
  throw conflict(
    `${file} has the table ${table} with other columns than this Culvert: it was changed by hand. Remove that table, or those columns, and take another backup.`,
  )
}
