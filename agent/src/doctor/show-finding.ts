import { printable } from '../output/text.ts'
import type { Finding, Outcome } from './check.ts'

const signs: Record<Outcome, string> = { ok: '✓', warning: '▲', failed: '✕', skipped: '·' }

/** Shows a finding on one line, and its fix on another. */
export function showFinding(
  { check, outcome, message, fix }: Finding,
  stream: NodeJS.WritableStream = process.stdout,
): void {
  stream.write(
    `${signs[outcome]} ${check.padEnd(14)}${printable(message)}${fix === undefined || fix === '' ? '' : `\n  ${' '.repeat(14)}→ ${printable(fix)}`}\n`,
  )
}
