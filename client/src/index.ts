export { createClient, type CulvertClient, walk } from './client.ts'
export { type AnsweredError, CulvertError } from './error.ts'
export type { ClientOptions, TypedDocument } from './request.ts'
