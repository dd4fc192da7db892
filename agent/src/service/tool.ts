import { spawnSync } from 'node:child_process'
import { readEnvironment } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'

/** How long a tool of the system may take, in milliseconds. */
const toolMs = 60_000

/** Runs a tool of the system and returns what it prints. Throws Failure with its own words. */
export function runTool(file: string, args: readonly string[]): string {
  const { output, complaint } = tryTool(file, args)
  if (complaint === undefined) return output
  throw new Failure(exitCodes.fault, `\`${[file, ...args].join(' ')}\` failed.`, { why: complaint })
}

/** Runs a tool of the system; `complaint` is undefined when it ended with 0. */
export function tryTool(file: string, args: readonly string[]): { output: string; complaint: string | undefined } {
  const { error, status, stdout, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    timeout: toolMs,
    // What is read of it is in English, and its times in UTC.
    env: { ...readEnvironment(), LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  if (error !== undefined) return { output: '', complaint: error.message }
  const said = `${stderr}${stdout}`.trim()
  return { output: stdout, complaint: status === 0 ? undefined : said === '' ? `It ended with ${status}.` : said }
}
