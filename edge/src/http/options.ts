import { z } from 'zod'
import { seconds, wholeNumber } from '../settings.ts'

/** How long a connection waits for what; milliseconds. */
export interface HttpTiming {
  /** For a whole request head, from its first byte or the connection's beginning. */
  requestHeadMs: number
  /** For the next request when nothing is under way. */
  keepAliveMs: number
  /** For any byte of a body that somebody reads, or for 8 KiB where its length is known, unless its answer is under way. */
  bodyIdleMs: number
  /** For a client to take any of the bytes that wait for it. */
  readerIdleMs: number
}

/** How many connections one client may have at the same time; `networkOf` says who is one. */
export interface ConnectionCaps {
  /** Open ones, whatever they are for. */
  connectionsMax: number
  /** Those of them on which a request has not come whole: its head, or its body, or anything of the first one. */
  incompleteMax: number
}

const count = wholeNumber('a whole number', 1, 999_999_999)

/** What bounds the connections of clients. */
export const httpSettings = z
  .object({
    EDGE_HEAD_SECONDS: seconds(20),
    EDGE_BODY_IDLE_SECONDS: seconds(60),
    EDGE_READER_IDLE_SECONDS: seconds(300),
    EDGE_KEEP_ALIVE_SECONDS: seconds(65),
    EDGE_CONNECTIONS_PER_ADDRESS: count.default(2_048),
    EDGE_INCOMPLETE_PER_ADDRESS: count.default(512),
  })
  .transform((given): { timing: HttpTiming; caps: ConnectionCaps } => ({
    timing: {
      requestHeadMs: given.EDGE_HEAD_SECONDS,
      keepAliveMs: given.EDGE_KEEP_ALIVE_SECONDS,
      bodyIdleMs: given.EDGE_BODY_IDLE_SECONDS,
      readerIdleMs: given.EDGE_READER_IDLE_SECONDS,
    },
    caps: {
      connectionsMax: given.EDGE_CONNECTIONS_PER_ADDRESS,
      incompleteMax: given.EDGE_INCOMPLETE_PER_ADDRESS,
    },
  }))
