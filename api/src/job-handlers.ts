import type { App } from './app.ts'
import type { JobHandler } from './jobs/rules.ts'

/** What every feature does in the background: each adds its handlers here. */
export function createJobHandlers(_app: App): JobHandler[] {
  return []
}
