import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { listApplied, readMigrations } from './migrate.ts'

describe('the embedded database of a new installation', () => {
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'culvert-embedded-'))
  })
  afterAll(() => rm(data, { recursive: true }))

  it('is created even if an earlier start was killed midway, and has mode 0700', async () => {
    const left = join(data, 'database.new')
    await mkdir(join(left, 'base'), { recursive: true })
    await writeFile(join(left, 'PG_VERSION'), '')

    const { db, close } = await openEmbedded(join(data, 'database'))
    expect((await sql`show shared_buffers`.execute(db)).rows).toEqual([{ sharedBuffers: '16MB' }])
    await close()
    expect(await readdir(data)).toEqual(['database'])
    expect((await stat(join(data, 'database'))).mode & 0o777).toBe(0o700)
  })

  it('has every table, and no rows except counters at zero: all installations start from the same copy', async () => {
    const { db, close } = await openEmbedded(join(data, 'copied', 'database'))
    expect(await listApplied(db)).toEqual(Object.keys(await readMigrations()).toSorted())
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'kysely%'
      order by table_name`.execute(db)
    const filled = []
    for (const { name } of tables) {
      const { rows } = await sql<object>`select * from ${sql.id(name)}`.execute(db)
      if (rows.length > 0) filled.push([name, ...rows.map((row) => Object.values(row))])
    }
    await close()
    expect(filled).toEqual([
      ['certificate_counter', [1, 0]],
      ['hostname_block_counter', [1, 0]],
      ['restriction_counter', [1, 0]],
    ])
  })
})
