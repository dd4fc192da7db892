import { Agent } from 'node:http'
import { Duplex } from 'node:stream'
import { messageOf } from '@culvert/program'
import { openConnection } from './open-connection.ts'

/** How long connecting to a server may take, in milliseconds: the time allowed for a whole request to the API. */
const connectTimeoutMs = 10_000

/** Node's callback for a connection, or for the reason that there is none. */
type Connected = (error: Error | null, stream: Duplex) => void

/** Keeps connections to one server, opened in the same way as all of the agent's connections. */
export class ConnectingAgent extends Agent {
  readonly #server: URL
  readonly #authorities: readonly string[]

  constructor(server: URL, authorities: readonly string[]) {
    super({ keepAlive: true, maxSockets: 2 })
    this.#server = server
    this.#authorities = authorities
  }

  override createConnection(_options: object, callback?: Connected): undefined {
    if (callback !== undefined) void this.#connect(callback)
  }

  async #connect(callback: Connected): Promise<void> {
    let socket: Duplex
    try {
      const signal = AbortSignal.timeout(connectTimeoutMs)
      socket = await openConnection(this.#server, { authorities: this.#authorities, signal })
    } catch (error) {
      // With an error, Node ignores the other arguments.
      callback(error instanceof Error ? error : new Error(messageOf(error)), new Duplex())
      return
    }
    // A proxy's connection arrives paused; a server sends nothing before it is asked.
    callback(null, socket.resume())
  }
}
