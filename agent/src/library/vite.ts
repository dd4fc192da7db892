import { Server } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'
import type { AppConnection } from '../net/connection-pair.ts'
import { CulvertError } from './errors.ts'
import { openTunnel } from './listen.ts'
import type { Tunnel } from './listen.ts'
import type { ListenOptions } from './options.ts'

/** The plugin's options for its tunnel, as for `listen`. The tunnel ends with the dev server. */
export type CulvertPluginOptions = Omit<ListenOptions, 'signal' | 'waitForApp'>

/**
 * Gives Vite's dev server a public URL, which it prints beside the local one. Pages and hot reload work there: Vite accepts the hostname, and its client
 * connects to the page's origin.
 *
 * ```ts
 * export default defineConfig({ plugins: [culvert({ gateway: 'demo' })] })
 * ```
 */
export default function culvert(options: CulvertPluginOptions = {}): Plugin {
  const key = JSON.stringify(options)
  return {
    name: 'culvert',
    // Vitest reads the same configuration, and has no visitors.
    apply: (_config, { command, isPreview, mode }) => command === 'serve' && isPreview !== true && mode !== 'test',
    async config({ server }) {
      // Vite reads the accepted hosts before it listens, and never again.
      const { hostname } = new URL((await findTunnel(key, options)).tunnel.url)
      return server?.allowedHosts === true ? {} : { server: { allowedHosts: [hostname] } }
    },
    async configureServer(server) {
      const persistent = await findTunnel(key, options)
      persistent.routeTo(server)
      showUrl(server, persistent.tunnel)
    },
  }
}

/** A tunnel that survives a restart of the dev server, in which the new server is configured before the old one is closed. */
class PersistentTunnel {
  readonly tunnel: Tunnel
  readonly #relay: DevServerRelay
  #newest: Server | undefined

  constructor(tunnel: Tunnel, relay: DevServerRelay) {
    this.tunnel = tunnel
    this.#relay = relay
  }

  /** Sends visitors to a dev server from now on. The tunnel is closed with that server, unless another one has taken its place. */
  routeTo(server: ViteDevServer): void {
    const { httpServer } = server
    if (!(httpServer instanceof Server)) {
      throw new CulvertError('INVALID_OPTIONS', 'The tunnel cannot lead to this dev server.', {
        why: httpServer === null ? 'It runs in middleware mode.' : 'It serves HTTPS itself (server.https).',
        wayOut:
          httpServer === null
            ? 'Open the tunnel to the server that you have made, with listen.'
            : 'Leave server.https out: the public URL has HTTPS where the Culvert server has it.',
      })
    }
    this.#newest = httpServer
    httpServer.once('listening', () => this.#relay.setServer(httpServer))
    const close = server.close.bind(server)
    server.close = async () => {
      if (this.#newest === httpServer) await this.tunnel.close()
      await close()
    }
  }
}

const tunnels = new Map<string, Promise<PersistentTunnel>>()

/** Returns the open tunnel with the same options, or opens one. */
function findTunnel(key: string, options: CulvertPluginOptions): Promise<PersistentTunnel> {
  const found = tunnels.get(key)
  if (found !== undefined) return found
  const relay = new DevServerRelay()
  const opening = openTunnel({ address: 'http://localhost', inProcess: relay }, options).then(
    (tunnel) => {
      void tunnel.closed.then(() => tunnels.delete(key))
      return new PersistentTunnel(tunnel, relay)
    },
    (error: unknown) => {
      tunnels.delete(key)
      throw error
    },
  )
  tunnels.set(key, opening)
  return opening
}

/** Passes connections to the dev server that currently serves; those that arrive before there is one wait. */
class DevServerRelay {
  #server: Server | undefined
  #waiting: AppConnection[] = []

  setServer(server: Server): void {
    this.#server = server
    for (const connection of this.#waiting.splice(0)) if (!connection.destroyed) server.emit('connection', connection)
  }

  accept(connection: AppConnection): void {
    if (this.#server === undefined) this.#waiting.push(connection)
    else this.#server.emit('connection', connection)
  }
}

/** Prints the public URL with the others, and reports the reason when the tunnel ends on its own. */
function showUrl(server: ViteDevServer, tunnel: Tunnel): void {
  const print = server.printUrls.bind(server)
  server.printUrls = () => {
    print()
    server.config.logger.info(`  ➜  Public:  ${tunnel.url}/`)
  }
  void logEnd(server, tunnel)
}

async function logEnd(server: ViteDevServer, tunnel: Tunnel): Promise<void> {
  const error = await tunnel.closed
  if (error !== undefined) server.config.logger.error(error.message)
}
