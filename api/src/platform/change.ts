import type { Database, Trx } from './db/db.ts'
import type { EventPayloads, Events, Topic } from './events/events.ts'

/** Notes an event of a change. It is published once the change is committed, and only then; once, however often it was told. */
export type Tell = <T extends Topic>(topic: T, key: string, payload: EventPayloads[T]) => void

/**
 * Runs a change in a transaction, and publishes what it told once it is committed. Resolves with what the change returned; when
 * it throws, nothing has happened and nobody is told. There is no other way to open a transaction or to publish.
 *
 * Inside, use `trx` alone: on PGlite a query on another handle would wait forever.
 */
export type Change = <Result>(work: (trx: Trx, tell: Tell) => Promise<Result>) => Promise<Result>

/** Makes `change` for a database and the events that it publishes. */
export function createChange(database: Database, { publish }: Pick<Events, 'publish'>): Change {
  return async (work) => {
    const told = new Map<string, () => void>()
    const tell: Tell = (topic, key, payload) => {
      told.set(JSON.stringify([topic, key, payload]), () => publish(topic, key, payload))
    }
    const result = await database.transaction().execute(async (trx) => {
      // A transaction that gave up its place behind a lock runs again, with nothing told.
      told.clear()
      return await work(trx, tell)
    })
    for (const publishNext of told.values()) publishNext()
    return result
  }
}
