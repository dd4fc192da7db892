import type { DatabaseConfig } from '../config.ts'
import type { OpenDatabase } from './db.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

/** Opens the database that the configuration names. */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  switch (config.kind) {
    case 'postgres':
      return openPostgres(config.url)
    case 'embedded':
      return await openEmbedded(config.folder)
    default:
      return config satisfies never
  }
}
