import { withoutTokens } from '@culvert/program/without-secrets'

/** The outcome of a check. `skipped` means that a prerequisite was missing. */
export type Outcome = 'ok' | 'warning' | 'failed' | 'skipped'

/** The finding of a check. */
export interface Finding {
  check: string
  outcome: Outcome
  /** What was found, as a sentence. */
  message: string
  /** What to do about it; undefined if nothing need be done. */
  fix?: string
}

export function ok(check: string, message: string): Finding {
  return { check, outcome: 'ok', message }
}

export function warning(check: string, message: string, fix: string): Finding {
  return { check, outcome: 'warning', message, fix }
}

export function failed(check: string, message: string, fix: string): Finding {
  return { check, outcome: 'failed', message: withoutTokens(message), fix: withoutTokens(fix) }
}

export function skipped(check: string, message: string): Finding {
  return { check, outcome: 'skipped', message }
}
