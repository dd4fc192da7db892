import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from './embedded.ts'

describe('the embedded database of a new installation', () => {
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'culvert-embedded-'))
  })
  afterAll(() => rm(data, { recursive: true }))

  it('is made although an earlier start was killed while it made one, and nobody else may read it', async () => {
    const left = join(data, 'database.new')
    await mkdir(join(left, 'base'), { recursive: true })
    await writeFile(join(left, 'PG_VERSION'), '')

    const { db, close } = await openEmbedded(join(data, 'database'))
    expect((await sql`show shared_buffers`.execute(db)).rows).toEqual([{ sharedBuffers: '16MB' }])
    await close()
    expect(await readdir(data)).toEqual(['database'])
    expect((await stat(join(data, 'database'))).mode & 0o777).toBe(0o700)
  })
})
