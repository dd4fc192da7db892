import type { Transform } from 'node:stream'
import { createDecoder } from '../net/decoders.ts'

/** How many encodings may be applied on top of each other. */
const layersMax = 3

export interface Decoded {
  bytes: Buffer
  /** Whether there was more than `bytesMax`, or the input was truncated. */
  isTruncated: boolean
}

/**
 * Removes the Content-Encoding of a body, up to `bytesMax` of output, so that a decompression bomb costs no more. Resolves with undefined if the body does not match
 * the field, or if this Node does not know the encoding.
 */
export async function decode(bytes: Buffer, contentEncoding: string, bytesMax: number): Promise<Decoded | undefined> {
  const layers = contentEncoding
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity')
  if (layers.length > layersMax) return undefined
  let decoded: Decoded = { bytes, isTruncated: false }
  for (const layer of layers.toReversed()) {
    const decoder = createDecoder(layer)
    const next = decoder === undefined ? undefined : await run(decoder, decoded.bytes, bytesMax)
    if (next === undefined) return undefined
    decoded = { bytes: next.bytes, isTruncated: next.isTruncated || decoded.isTruncated }
  }
  return decoded
}

async function run(decoder: Transform, bytes: Buffer, bytesMax: number): Promise<Decoded | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  decoder.end(bytes)
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      // Leaving the loop destroys the decoder.
      if (length > bytesMax) break
    }
  } catch {
    return undefined
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), isTruncated: length > bytesMax }
}
