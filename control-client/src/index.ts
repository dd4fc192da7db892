export { createControlClient } from './control-client.ts'
export type { ControlClient, ControlClientOptions, ControlDocument, SubscriptionHandler } from './control-client.ts'
export type { Post } from './request.ts'
export { ControlError } from './control-error.ts'
