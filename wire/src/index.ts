export { WireError } from './errors.ts'
export { hopFeature, inspectionFeature, moveFeature, protocolVersion } from './protocol.ts'
export { createSession } from './session.ts'
export type * from './types.ts'
