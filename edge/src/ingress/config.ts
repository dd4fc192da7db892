import { parseSeconds } from '../parse-seconds.ts'
import type { ReadSetting } from '../read-setting.ts'
import type { ConnectionCaps } from './connection-counts.ts'
import type { IngressLimits } from './visitor.ts'

/** What bounds visitors: how long a connection waits for what, and how many they may have. */
export interface VisitorBounds {
  limits: IngressLimits
  caps: ConnectionCaps
}

/** Reads the bounds of visitors; undefined where a setting is at fault. */
export function readVisitorBounds(read: ReadSetting): VisitorBounds | undefined {
  const requestHeadMs = read('EDGE_HEAD_SECONDS', '20', parseSeconds)
  const bodyIdleMs = read('EDGE_BODY_IDLE_SECONDS', '60', parseSeconds)
  const readerIdleMs = read('EDGE_READER_IDLE_SECONDS', '300', parseSeconds)
  const keepAliveMs = read('EDGE_KEEP_ALIVE_SECONDS', '65', parseSeconds)
  const connectionsMax = read('EDGE_CONNECTIONS_PER_ADDRESS', '2048', parseCount)
  const incompleteMax = read('EDGE_INCOMPLETE_PER_ADDRESS', '512', parseCount)
  if (
    requestHeadMs === undefined ||
    bodyIdleMs === undefined ||
    readerIdleMs === undefined ||
    keepAliveMs === undefined ||
    connectionsMax === undefined ||
    incompleteMax === undefined
  ) {
    return undefined
  }
  return {
    limits: { requestHeadMs, bodyIdleMs, readerIdleMs, keepAliveMs },
    caps: { connectionsMax, incompleteMax },
  }
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`expected a whole number from 1 to 999999999, found "${text}".`)
  return Number(text)
}
