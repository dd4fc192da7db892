import type { DatabaseConfig } from '../config.ts'
import type { OpenDatabase } from './db.ts'

/** Opens the database that the configuration names. Only that driver is loaded: each takes its time at the start. */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  switch (config.kind) {
    case 'postgres': {
      const { openPostgres } = await import('./postgres.ts')
      return openPostgres(config.url)
    }
    case 'embedded': {
      const { openEmbedded } = await import('./embedded.ts')
      return await openEmbedded(config.folder)
    }
    default:
      return config satisfies never
  }
}
