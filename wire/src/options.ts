import type { SessionOptions } from './types.ts'

/** Completes the options with the defaults of PROTOCOL.md. */
export function withDefaults(options: SessionOptions): Required<SessionOptions> {
  return {
    windowBytes: 256 * 1024,
    windowBytesMax: 4 * 1024 * 1024,
    creditBytesMax: 64 * 1024 * 1024,
    handshakeTimeoutMs: 10_000,
    pingAfterMs: 10_000,
    features: [],
    freesChunks: false,
    ...options,
  }
}
