import type { ResetCode } from '@culvert/wire'
import type { ErrorCode } from '../pages/errors.ts'

/** What a stream that ended before its answer is to a visitor. */
export const resetErrors: Record<ResetCode | 'SESSION_LOST', ErrorCode> = {
  CANCELLED: 'CULVERT_APP_CLOSED',
  REFUSED: 'CULVERT_APP_REFUSED',
  ORIGIN_TIMEOUT: 'CULVERT_APP_TIMEOUT',
  ORIGIN_BAD_RESPONSE: 'CULVERT_APP_BAD_RESPONSE',
  ORIGIN_CLOSED: 'CULVERT_APP_CLOSED',
  FLOW_CONTROL: 'CULVERT_INTERNAL',
  INTERNAL: 'CULVERT_INTERNAL',
  SESSION_LOST: 'CULVERT_AGENT_LOST',
}
