import { spawnSync } from 'node:child_process'
import { readEnvironment } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'

/** How long a system tool may take, in milliseconds. */
const toolMs = 60_000

/** Runs a system tool and returns its output. Throws Failure with the tool's own message. */
export function runTool(file: string, args: readonly string[]): string {
  const { output, complaint } = tryTool(file, args)
  if (complaint === undefined) return output
  throw new Failure(exitCodes.fault, `\`${[file, ...args].join(' ')}\` failed.`, { why: complaint })
}

/** Runs a system tool; `complaint` is undefined if it ended with 0. */
export function tryTool(file: string, args: readonly string[]): { output: string; complaint: string | undefined } {
  const { error, status, stdout, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    timeout: toolMs,
    // The output that is parsed is in English, and its times are in UTC.
    env: { ...readEnvironment(), LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  if (error !== undefined) return { output: '', complaint: error.message }
  const said = `${stderr}${stdout}`.trim()
  return { output: stdout, complaint: status === 0 ? undefined : said === '' ? `It ended with ${status}.` : said }
}
