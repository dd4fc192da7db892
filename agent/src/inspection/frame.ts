import type { FrameDetail } from './api-types.ts'

/** A message of a stream, as it came. */
export interface RawFrame {
  kind: FrameDetail['kind']
  bytes: Buffer
  size: number
  isTruncated: boolean
}

/** Reads messages out of the bytes of one direction. */
export interface FrameReader {
  /** Returns the messages that are complete with this chunk. */
  read(chunk: Buffer): RawFrame[] | Promise<RawFrame[]>
}

/** How much is kept of a message. */
export const frameBytesMax = 65_536
