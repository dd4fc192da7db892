import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import { TestApi } from '../testing/api.ts'
import { describePostgres } from '../testing/databases.ts'
import { readAll } from '../testing/rows.ts'
import { runAdmin } from './program.ts'

describePostgres('npm run admin -- backup while others write', (postgres) => {
  it('saves the database as of a single moment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'culvert-backup-'))
    const file = join(folder, 'culvert.backup')
    const api = new TestApi()
    await api.start(await postgres.open(), {})
    const ada = await api.seed.owner('Ada')
    const backup = await api.app.change(async (trx) => {
      // The last table by name that has no parents: tables with parents are read after it.
      await sql`lock table write_probes in access exclusive mode`.execute(trx)
      const taken = runAdmin(['backup', file, '--json'], (work) => work(api.app))
      await waitForLock(api.app.db)
      await api.seed.session(ada.user)
      return { taken }
    })
    expect(JSON.parse((await backup.taken).stdout)).toMatchObject({ rows: { sessions: 1 } })
    expect(await readAll(api.app.db)).toMatchObject({ sessions: { length: 2 } })
    await api.close()
    await rm(folder, { recursive: true })
  })
})

/** Resolves once a transaction waits for the lock on write_probes. */
async function waitForLock(db: Db): Promise<void> {
  const waiting = sql`select 1 from pg_locks where relation = 'write_probes'::regclass and not granted`
  while ((await waiting.execute(db)).rows.length === 0) await setImmediate()
}
