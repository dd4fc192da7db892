import type { ControlClient } from '@culvert/control-client'
import type { Logger } from 'pino'
import type { Blocks } from '../tunnels/blocks.ts'
import { HostnameBlocksChangedDocument, HostnameBlocksDocument } from './control.generated.ts'
import { ApiMirror } from './api-mirror.ts'

export interface BlockFeedOptions {
  client: ControlClient
  blocks: Blocks
  /** Time from the start of the subscription to another check for changes, in milliseconds. */
  recheckMs: number
  log: Logger
}

/** Learns from the API which hostnames are blocked. While the API is away, known blocks stay in force. */
export class BlockFeed {
  readonly #mirror: ApiMirror
  #version: number | null = null

  constructor({ client, blocks, recheckMs, log }: BlockFeedOptions) {
    this.#mirror = new ApiMirror({
      ask: async (signal) => {
        const variables = { knownVersion: this.#version }
        const found = (await client.request(HostnameBlocksDocument, variables, { signal })).hostnameBlocks
        this.#version = found.version
        if (found.blocks !== null) blocks.set(found.blocks)
      },
      failureMessage: 'blocked hostnames cannot be read',
      log,
    })
    this.#mirror.follow(client, HostnameBlocksChangedDocument, recheckMs)
  }

  close(): void {
    this.#mirror.close()
  }
}
