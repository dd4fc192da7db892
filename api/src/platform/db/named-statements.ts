import { DatabaseError, type PoolClient } from 'pg'

/** How often a statement is sent before PostgreSQL keeps it: those with lists of many lengths never get that far. */
const sentBefore = 10

/** How many statements are kept on each connection. */
const namedMax = 150

/** How many statements are counted that are not kept yet. */
const countedMax = 1_000

/** PostgreSQL's code for what it does not support: here, a statement of which a migration has changed the columns. */
const featureNotSupported = '0A000'

/** The statements that a process sends again and again, by their text: a statement has the same name on all connections. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()
  #made = 0

  /** Counts a statement that is about to be sent, and returns its name once it is sent often. */
  take(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= namedMax) return known
    const count = (this.#counts.get(text) ?? 0) + 1
    if (count <= sentBefore) {
      if (this.#counts.size >= countedMax) this.#counts.clear()
      this.#counts.set(text, count)
      return undefined
    }
    this.#counts.delete(text)
    this.#made += 1
    const name = `culvert_${this.#made}`
    this.#names.set(text, name)
    return name
  }

  /** Makes a statement be parsed again the next time, under another name. */
  forget(text: string): void {
    this.#names.delete(text)
  }
}

/**
 * Makes PostgreSQL keep the statements of a connection that are sent often, parsed and planned; only those outside a transaction. A migration of
 * another node may change the columns of one: it fails then before it runs, and is sent again, which a transaction would not survive.
 */
export function nameStatements(client: PoolClient, names: StatementNames): void {
  const send: (...args: unknown[]) => unknown = Reflect.get(client, 'query')
  const sendNamed = async (name: string, text: string, values: readonly unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(send, client, [{ name, text, values }])
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== featureNotSupported) throw error
      names.forget(text)
      return await Reflect.apply(send, client, [text, values])
    }
  }
  const query = (...args: unknown[]): unknown => {
    const [text, values, callback] = args
    const mayKeep = typeof text === 'string' && Array.isArray(values) && values.length > 0 && callback === undefined
    const name = mayKeep && client.getTransactionStatus() === 'I' ? names.take(text) : undefined
    return mayKeep && name !== undefined ? sendNamed(name, text, values) : Reflect.apply(send, client, args)
  }
  Object.assign(client, { query })
}
