import { afterEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describePostgres, type OpenTestDatabase } from '../../testing/databases.ts'
import { openPostgres } from '../db/postgres.ts'
import type { Events } from './events.ts'
import { openEvents } from './open.ts'

describePostgres('events through PostgreSQL', (postgres) => {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  })

  it('that a node publishes while its connection is down are delivered once it is back', async () => {
    const database = await openDatabase()
    const [one, two] = [await openNode(database, 'one'), await openNode(database, 'two')]
    const heard = two.subscribe('credentialEnded', 'all')
    const next = heard.next()
    const back = new Promise<void>((resolve) => one.onGap(resolve))
    await cut(database, 'one')
    one.publish('credentialEnded', 'all', { credentialId: 'ended in the gap' })
    expect((await next).value).toEqual({ credentialId: 'ended in the gap' })
    await back
    await heard.return?.()
  })

  it('that a node may have missed are reported as a gap, and later ones are delivered', async () => {
    const database = await openDatabase()
    const [one, two] = [await openNode(database, 'one'), await openNode(database, 'two')]
    const heard = two.subscribe('credentialEnded', 'all')
    const back = new Promise<void>((resolve) => two.onGap(resolve))
    await cut(database, 'two')
    await back
    const next = heard.next()
    one.publish('credentialEnded', 'all', { credentialId: 'ended after the gap' })
    expect((await next).value).toEqual({ credentialId: 'ended after the gap' })
    await heard.return?.()
  })

  it('that a node publishes right before it closes are delivered', async () => {
    const database = await openDatabase()
    const [one, two] = [await openNode(database, 'one'), await openNode(database, 'two')]
    const heard = two.subscribe('credentialEnded', 'all')
    const next = heard.next()
    one.publish('credentialEnded', 'all', { credentialId: 'last words' })
    await one.close()
    expect((await next).value).toEqual({ credentialId: 'last words' })
    await heard.return?.()
  })

  async function openDatabase(): Promise<OpenTestDatabase> {
    const database = await postgres.open()
    closers.push(database.close)
    return database
  }

  /** A node whose connections carry its name in PostgreSQL. */
  async function openNode({ url = '' }: OpenTestDatabase, name: string): Promise<Events> {
    const own = new URL(url)
    own.searchParams.set('application_name', name)
    const node = openPostgres(own.href)
    closers.push(node.close)
    const events = await openEvents(node, pino({ level: 'silent' }))
    closers.push(events.close)
    return events
  }
})

/** Ends the connections of a node, as a restarting PostgreSQL does. */
async function cut({ db }: OpenTestDatabase, name: string): Promise<void> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${name} and datname = current_database()
  `.execute(db)
  expect(rows).toHaveLength(1)
}
