import type { FrameDetail } from './api-types.ts'

/** A message of a stream, as received. */
export interface RawFrame {
  kind: FrameDetail['kind']
  bytes: Buffer
  size: number
  isTruncated: boolean
}

/** Extracts messages from the bytes of one direction. */
export interface FrameReader {
  /** Returns the messages that this chunk completes. */
  read(chunk: Buffer): RawFrame[] | Promise<RawFrame[]>
}

/** How much is kept of a message. */
export const frameBytesMax = 65_536
