/** The client without subscriptions, for programs that must be small: no WebSocket library is loaded. */
export { ControlError } from './control-error.ts'
export { createRequestClient } from './request-client.ts'
export type { ControlDocument, RequestClient } from './request-client.ts'
export type { Post } from './request.ts'
