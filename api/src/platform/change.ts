import type { Database, Db, Trx } from './db/db.ts'
import type { EventPayloads, Events, Topic } from './events/events.ts'

/** Records an event of a change. It is published once the change is committed, and only then; once, however often it was recorded. */
export type Tell = <T extends Topic>(topic: T, key: string, payload: EventPayloads[T]) => void

/**
 * Runs a change in a transaction, and publishes its events once it is committed. Resolves with what the change returned; when
 * it throws, nothing has happened and nothing is published. Besides `ChangeAtOnce`, there is no other way to
 * open a transaction or to publish.
 *
 * Inside, use `trx` alone: on PGlite a query on another handle would wait forever.
 */
export type Change = <Result>(work: (trx: Trx, tell: Tell) => Promise<Result>) => Promise<Result>

/**
 * Runs a change that is a single statement, and publishes its events once that is done. It needs no transaction around it, which would be two more
 * statements.
 */
export type ChangeAtOnce = <Result>(work: (db: Db, tell: Tell) => Promise<Result>) => Promise<Result>

/** Makes `change` and `changeAtOnce` for a database and the events that they publish. */
export function createChange(
  database: Database,
  events: Pick<Events, 'publish'>,
): { change: Change; changeAtOnce: ChangeAtOnce } {
  return {
    change: async (work) => {
      const pending = new PendingEvents(events)
      const result = await database.transaction().execute(async (trx) => {
        // A transaction that gave up its place behind a lock runs again, with no events recorded.
        pending.clear()
        return await work(trx, pending.tell)
      })
      pending.publish()
      return result
    },
    changeAtOnce: async (work) => {
      const pending = new PendingEvents(events)
      const result = await work(database, pending.tell)
      pending.publish()
      return result
    },
  }
}

/** The events that a change has recorded so far. */
class PendingEvents {
  readonly #events: Pick<Events, 'publish'>
  readonly #waiting = new Map<string, () => void>()

  constructor(events: Pick<Events, 'publish'>) {
    this.#events = events
  }

  readonly tell: Tell = (topic, key, payload) => {
    this.#waiting.set(JSON.stringify([topic, key, payload]), () => this.#events.publish(topic, key, payload))
  }

  clear(): void {
    this.#waiting.clear()
  }

  publish(): void {
    for (const publishNext of this.#waiting.values()) publishNext()
  }
}
