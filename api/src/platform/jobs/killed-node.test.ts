import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import pino from 'pino'
import type { DatabaseConfig } from '../../ground/config.ts'
import { describePostgres, fillFolder } from '../../testing/databases.ts'
import { createStillClock } from '../../testing/still-clock.ts'
import { openDatabase } from '../db/open.ts'
import { fragile } from './dying-node.ts'
import { handleJob } from './rules.ts'
import { startJobRunner } from './runner.ts'

describe('a job whose node is killed with kill -9', () => {
  it('goes to the next node on PGlite when its lease has run out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'culvert-jobs-test-'))
    const database = join(folder, 'database')
    fillFolder(database)
    await checkTakeover({ kind: 'embedded', folder: database })
    await rm(folder, { recursive: true })
  }, 120_000)

  describePostgres('on PostgreSQL', (postgres) => {
    it('goes to the next node when its lease has run out', async () => {
      const { url = '', close } = await postgres.open()
      await checkTakeover({ kind: 'postgres', url })
      await close()
    }, 120_000)
  })
})

async function checkTakeover(config: DatabaseConfig): Promise<void> {
  const node = spawn(process.execPath, [`${import.meta.dirname}/dying-node.ts`, JSON.stringify(config)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(node.stdout, 'data')
  node.kill('SIGKILL')
  await once(node, 'exit')

  const { db, close } = await openDatabase(config)
  const clock = createStillClock(new Date())
  const seen: number[] = []
  const handler = handleJob(fragile, async ({ n }) => void seen.push(n))
  const runner = await startJobRunner({ db, clock, log: pino({ enabled: false }), handlers: [handler] })
  await runner.runDue()
  expect(seen).toEqual([])
  clock.advance(75_000)
  await runner.runDue()
  expect(seen).toEqual([7])
  await runner.close()
  await close()
}
