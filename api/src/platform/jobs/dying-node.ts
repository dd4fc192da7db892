/** A node that takes a job and never finishes it: `node dying-node.ts <DatabaseConfig as JSON>`. Its test kills it. */
import pino from 'pino'
import { z } from 'zod'
import { systemClock } from '../../ground/clock.ts'
import type { DatabaseConfig } from '../../ground/config.ts'
import { openDatabase } from '../db/open.ts'
import { defineJob, handleJob } from './rules.ts'
import { startJobRunner } from './runner.ts'
import { enqueue } from './service.ts'

export const fragile = defineJob({ name: 'test.fragile', payload: z.object({ n: z.int() }), attemptsMax: 2 })

if (import.meta.main) {
  const config: DatabaseConfig = JSON.parse(process.argv[2] ?? '')
  const { db } = await openDatabase(config)
  await db.transaction().execute((trx) => enqueue(trx, { kind: fragile, payload: { n: 7 }, runAt: systemClock.now() }))
  const hang = handleJob(fragile, async () => {
    process.stdout.write('taken\n')
    await new Promise(() => setInterval(() => undefined, 60_000))
  })
  await startJobRunner({ db, clock: systemClock, log: pino({ enabled: false }), handlers: [hang] })
}
