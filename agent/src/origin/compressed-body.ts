import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { hold, release } from '@culvert/program/memory'
import { codings } from '../rules/compression.ts'
import type { Coding } from '../rules/compression.ts'

/** How many bodies are compressed at once in this process, each with 0.4 to 1.2 MB; further ones are sent unchanged. */
export const compressedBodiesMax = 64
let bodyCount = 0

/** Windows of 256 KiB bound an encoder's memory. Brotli at quality 4 takes 0.9 MB with it; quality 5 took twice that for 7 % fewer bytes of source code. */
const windowBits = 18

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, Z_SYNC_FLUSH } = zlib.constants

/** The codings that this Node knows. Node 20 has no zstd. */
export const knownCodings: readonly Coding[] = codings.filter(
  (coding) => coding !== 'zstd' || Reflect.has(zlib, 'createZstdCompress'),
)

/** Receives a compressed body. */
export interface CompressedReceiver {
  /** Returns false when nothing more may come until `resume`. */
  onCompressed(chunk: Buffer): boolean
  /** Called when more may be written. */
  onDrain(): void
  /** Called once everything has been passed on. */
  onCompressedEnd(): void
  onCompressionFailed(error: Error): void
}

/** Reports whether another body may be compressed. */
export function mayCompress(): boolean {
  return bodyCount < compressedBodiesMax
}

/**
 * Compresses a body as it passes, on threads other than the event loop's. What the app has sent is flushed when no more has arrived: nothing waits for the
 * rest of a stream.
 */
export class CompressedBody {
  readonly #encoder: Encoder
  readonly #flushKind: number | undefined
  #receiver: CompressedReceiver | undefined

  constructor(coding: Coding, receiver: CompressedReceiver) {
    const encoder = createEncoder(coding)
    this.#encoder = encoder
    // The default flush of gzip would discard the data that it can refer back to.
    this.#flushKind = coding === 'gzip' ? Z_SYNC_FLUSH : undefined
    this.#receiver = receiver
    bodyCount += 1
    encoder
      .on('data', (chunk: Buffer) => {
        if (this.#receiver?.onCompressed(chunk) === false) encoder.pause()
      })
      .on('drain', () => this.#receiver?.onDrain())
      .on('end', () => this.#receiver?.onCompressedEnd())
      .on('error', (error) => this.#receiver?.onCompressionFailed(error))
      .on('close', () => (bodyCount -= 1))
  }

  /** Returns false if nothing more should be written until `onDrain`. */
  write(chunk: Buffer): boolean {
    hold(chunk, 'write')
    return this.#encoder.write(chunk, () => {
      release(chunk, 'write')
      this.#flushWhenIdle()
    })
  }

  end(): void {
    this.#encoder.end()
  }

  /** Called when the receiver accepts more. */
  resume(): void {
    this.#encoder.resume()
  }

  /** Frees the encoder's memory; the receiver gets no more calls. */
  destroy(): void {
    this.#receiver = undefined
    this.#encoder.destroy()
  }

  #flushWhenIdle(): void {
    const { writableLength, writableEnded, destroyed } = this.#encoder
    if (writableLength === 0 && !writableEnded && !destroyed) this.#encoder.flush(this.#flushKind)
  }
}

type Encoder = Transform & zlib.Zlib

function createEncoder(coding: Coding): Encoder {
  switch (coding) {
    case 'br':
      return zlib.createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 4, [BROTLI_PARAM_LGWIN]: windowBits } })
    case 'zstd':
      return createZstd()
    case 'gzip':
      return zlib.createGzip()
    default:
      throw new Error(`A coding has no encoder: ${String(coding satisfies never)}`)
  }
}

function createZstd(): Encoder {
  const create: unknown = Reflect.get(zlib, 'createZstdCompress')
  const windowLog: unknown = Reflect.get(zlib.constants, 'ZSTD_c_windowLog')
  if (typeof create !== 'function') throw new Error('This Node has no zstd.')
  return (create as (options: object) => Encoder)({ params: { [Number(windowLog)]: windowBits } })
}
