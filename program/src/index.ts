export { isPortFree } from './port.ts'
export { waitForStop } from './stop-signals.ts'
