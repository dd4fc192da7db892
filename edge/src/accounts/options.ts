import { z } from 'zod'
import { wholeNumber } from '../settings.ts'

/** How an account's capacity is shared among its visitors. */
export interface AccountOptions {
  /** The part of an account's open requests that the clients of one network may have, from 0 to 1. */
  networkShare: number
}

export const accountSettings = z
  .object({ EDGE_SHARE_PER_ADDRESS: wholeNumber('a whole percentage', 1, 100).default(50) })
  .transform(({ EDGE_SHARE_PER_ADDRESS }): AccountOptions => ({ networkShare: EDGE_SHARE_PER_ADDRESS / 100 }))
