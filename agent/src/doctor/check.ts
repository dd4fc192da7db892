/** How a check came out. `skipped`: what it needs was not there. */
export type Outcome = 'ok' | 'warning' | 'failed' | 'skipped'

/** What a check found. */
export interface Finding {
  check: string
  outcome: Outcome
  /** What was found, as a sentence. */
  message: string
  /** What to do about it; undefined where nothing need be done. */
  fix?: string
}

export function ok(check: string, message: string): Finding {
  return { check, outcome: 'ok', message }
}

export function warning(check: string, message: string, fix: string): Finding {
  return { check, outcome: 'warning', message, fix }
}

export function failed(check: string, message: string, fix: string): Finding {
  return { check, outcome: 'failed', message, fix }
}

export function skipped(check: string, message: string): Finding {
  return { check, outcome: 'skipped', message }
}
