import * as zlib from 'node:zlib'
import type { Transform } from 'node:stream'

/**
 * Returns a decoder for a Content-Encoding; undefined if this Node does not know it. It yields what it has of truncated input, for which each
 * decoder has its own option.
 */
export function createDecoder(encoding: string): Transform | undefined {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip({ finishFlush: Z_SYNC_FLUSH })
    case 'deflate':
      return zlib.createInflate({ finishFlush: Z_SYNC_FLUSH })
    case 'br':
      return zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return createZstd()
    default:
      return undefined
  }
}

/** Node 20 has no zstd. */
function createZstd(): Transform | undefined {
  const create: unknown = Reflect.get(zlib, 'createZstdDecompress')
  const flush: unknown = Reflect.get(zlib.constants, 'ZSTD_e_flush')
  if (typeof create !== 'function') return undefined
  return (create as (options: object) => Transform)({ finishFlush: flush })
}
