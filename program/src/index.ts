export { LinkedSet } from './linked-set.ts'
export type { Linked } from './linked-set.ts'
export { isPortFree } from './port.ts'
export { waitForStop } from './stop-signals.ts'
