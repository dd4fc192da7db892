import type { Logger } from 'pino'
import type { DatabaseConfig } from '../../ground/config.ts'
import type { OpenDatabase } from './db.ts'
import { reach } from './reach.ts'

/** Opens the configured database. Only its driver is loaded, because each takes time at the start. */
export async function openDatabase(config: DatabaseConfig, log?: Logger): Promise<OpenDatabase> {
  switch (config.kind) {
    case 'postgres': {
      const { openPostgres } = await import('./postgres.ts')
      return await reach(openPostgres(config.url, {}, log), config.url)
    }
    case 'embedded': {
      const { openEmbedded } = await import('./embedded.ts')
      return await openEmbedded(config.folder, log)
    }
    default:
      return config satisfies never
  }
}
