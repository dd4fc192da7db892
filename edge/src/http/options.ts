import { z } from 'zod'
import { seconds, wholeNumber } from '../settings.ts'

/** A connection's timeouts, in milliseconds. */
export interface HttpTiming {
  /** For a whole request head, from its first byte or the start of the connection. */
  requestHeadMs: number
  /** For the next request when nothing is under way. */
  keepAliveMs: number
  /** For any byte of a body that is being read, or for 8 KiB if its length is known, unless its answer is under way. */
  bodyIdleMs: number
  /** For a client to take any of the bytes that wait for it. */
  readerIdleMs: number
}

/** The limits on one client's simultaneous connections; `networkOf` defines what counts as one client. */
export interface ConnectionCaps {
  /** Open connections of any kind. */
  connectionsMax: number
  /** Those of them whose request is incomplete: its head, its body, or, on a new connection, the entire request. */
  incompleteMax: number
}

const count = wholeNumber('a whole number', 1, 999_999_999)

/** The limits of clients' connections. */
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
