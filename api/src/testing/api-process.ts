import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { TestClient, type Authorization } from './client.ts'
import { authorizeEdge, edgeSecret } from './service-token.ts'

/** The API as a separate process. */
export class ApiProcess {
  isKilled = false
  readonly #process
  readonly #exited: Promise<unknown>
  #url = ''

  constructor(environment: Record<string, string>) {
    const main = join(import.meta.dirname, '../main.ts')
    const { NODE_COMPILE_CACHE } = process.env
    const own = { EDGE_SECRET: edgeSecret, PORT: '0', MAIL_OUTBOX_PORT: '0', LOG_LEVEL: 'silent', NODE_COMPILE_CACHE }
    const env = { ...own, ...environment }
    this.#process = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#exited = once(this.#process, 'exit')
  }

  /** Resolves once it answers. Rejects if it ends before that. */
  async waitUntilListening(): Promise<void> {
    const printed = once(this.#process.stdout, 'data')
    const line = await Promise.race([printed.then(String), this.#exited.then(() => undefined)])
    if (line === undefined) throw new Error('The API ended before it listened.')
    this.#url = /http:\S+/.exec(line)?.[0] ?? ''
  }

  client(authorization?: Authorization): TestClient {
    return new TestClient(this.#url, authorization, () => Promise.resolve())
  }

  /** A client with service tokens, as an edge. */
  edge(): TestClient {
    return this.client(() => authorizeEdge(new Date()))
  }

  async kill(): Promise<void> {
    this.isKilled = true
    this.#process.kill('SIGKILL')
    await this.#exited
  }
}
