/** The client without subscriptions, for programs that should be small: no WebSocket is loaded. */
export { ControlError } from './control-error.ts'
export { createRequestClient } from './request-client.ts'
export type { ControlDocument, RequestClient } from './request-client.ts'
export type { Post } from './request.ts'
