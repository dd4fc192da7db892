import { z } from 'zod'
import { word } from '../settings.ts'

/** Whether requests are recorded for the accounts that enable it. */
export interface RequestOptions {
  recordsRequests: boolean
}

export const requestSettings = z
  .object({ EDGE_RECORD_REQUESTS: word(['on', 'off']).default('on') })
  .transform(({ EDGE_RECORD_REQUESTS }): RequestOptions => ({ recordsRequests: EDGE_RECORD_REQUESTS === 'on' }))
