import { Agent } from 'node:http'
import { Duplex } from 'node:stream'
import { messageOf } from '@culvert/program'
import { openConnection } from './open-connection.ts'

/** How long connecting to a server may take, in milliseconds: the time of a whole request to the API. */
const connectTimeoutMs = 10_000

/** How Node is told of a connection, or of why there is none. */
type Connected = (error: Error | null, stream: Duplex) => void

/** Keeps connections to one server, opened as all connections of the agent are. */
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
      // With an error, Node looks at nothing else.
      callback(error instanceof Error ? error : new Error(messageOf(error)), new Duplex())
      return
    }
    // A proxy's connection comes paused; a server says nothing before it is asked.
    callback(null, socket.resume())
  }
}
