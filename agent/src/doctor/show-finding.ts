import { print } from '../output/print.ts'
import { printable } from '../output/text.ts'
import type { Finding, Outcome } from './check.ts'

const signs: Record<Outcome, string> = { ok: '✓', warning: '▲', failed: '✕', skipped: '·' }

/** Shows a finding on one line, and its fix on another. */
export function showFinding({ check, outcome, message, fix }: Finding, write: (text: string) => unknown = print): void {
  write(
    `${signs[outcome]} ${check.padEnd(14)}${printable(message)}${fix === undefined || fix === '' ? '' : `\n  ${' '.repeat(14)}→ ${printable(fix)}`}\n`,
  )
}
