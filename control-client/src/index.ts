export { createControlClient } from './control-client.ts'
export type { ControlClient, SubscriptionHandler } from './control-client.ts'
export type { ControlClientOptions, ControlDocument } from './request-client.ts'
export { ControlError } from './control-error.ts'
