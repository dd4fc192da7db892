import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { hasCode, readEnvironment } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import { describeFileFault } from '../file-fault.ts'
import type { CulvertFile } from './culvert-file.ts'
import { parseTarget } from '../net/target.ts'
import { configFolder } from './folders.ts'

export const fileName = 'culvert.yml'
const bytesMax = 1024 * 1024

/** A parsed culvert.yml. */
export interface FoundFile extends CulvertFile {
  path: string
}

/** Returns where culvert.yml is looked for, in order: the named file, else the project's folder, then the user's. */
export function candidatePaths(named: string | undefined): string[] {
  return named === undefined ? [resolve(fileName), join(configFolder(), fileName)] : [resolve(named)]
}

/** Reads culvert.yml; undefined if there is none. Rejects with a Failure that names every fault with its line and column. */
export async function findConfiguration(named: string | undefined): Promise<FoundFile | undefined> {
  for (const path of candidatePaths(named)) {
    const found = await readConfiguration(path)
    if (found !== undefined) return found
  }
  if (named === undefined) return undefined
  throw new Failure(exitCodes.usage, `There is no file ${resolve(named)}.`, {
    why: 'It was named as the configuration.',
  })
}

/** Reads one file; undefined when it does not exist. Rejects with a Failure. */
export async function readConfiguration(path: string): Promise<FoundFile | undefined> {
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw new Failure(exitCodes.usage, `${path} cannot be read.`, { why: describeFileFault(error) })
  }
  if (content.length > bytesMax) {
    const why = `Expected at most ${bytesMax} bytes, got ${content.length}.`
    throw new Failure(exitCodes.usage, `${path} is too long.`, { why })
  }
  // Most agents have no file, so they do not load the YAML parser.
  const { readCulvertFile } = await import('./culvert-file.ts')
  const { file, faults } = readCulvertFile(content.toString(), readEnvironment())
  if (file !== undefined) return { ...settlePaths(file, dirname(path)), path }
  const lines = faults.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`)
  throw new Failure(exitCodes.usage, 'The configuration has mistakes.', {
    why: lines.join('\n'),
    remedy: '`culvert http --help` lists the settings, and `culvert config schema` prints how they are checked.',
  })
}

/** Paths in a file are relative to its folder, wherever the command runs. */
function settlePaths({ values, defaults, tunnels }: CulvertFile, folder: string): CulvertFile {
  const { log, 'ca-file': authorities } = values
  return {
    defaults,
    values: {
      ...values,
      ...(log === undefined ? {} : { log: resolve(folder, log) }),
      ...(authorities === undefined ? {} : { 'ca-file': resolve(folder, authorities) }),
    },
    tunnels: new Map(
      [...tunnels].map(([name, tunnel]) => {
        const { app } = tunnel
        return [name, parseTarget(app) === undefined ? { ...tunnel, app: resolve(folder, app) } : tunnel]
      }),
    ),
  }
}
