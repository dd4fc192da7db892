import { formatCount } from '@culvert/schema/units'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf, readEnvironment } from '@culvert/program'
import { candidatePaths, fileName, findConfiguration, readConfiguration } from '../config/configuration.ts'
import { createJsonSchema } from '../config/json-schema.ts'
import type { FileTunnel } from '../config/culvert-file.ts'
import { findSignIn, signInsPath } from '../config/sign-ins.ts'
import { planTunnel } from '../config/tunnel-configuration.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import type { CommandLine } from './command-line.ts'
import { configPath } from './http.ts'
import { checkFaults } from './open-tunnels.ts'
import { noConfiguration } from './start.ts'
import { printLine } from '../output/print.ts'
import { writeWithFolder } from '../whole-file.ts'

/** Runs `culvert config path`: prints which files are read. */
export function runConfigPath(line: CommandLine): ExitCode {
  const candidates = candidatePaths(configPath(line))
  const found = candidates.find((path) => existsSync(path))
  for (const path of candidates)
    printLine(
      `${path}${path === found ? '' : existsSync(path) ? ' (not read: the one above is)' : ' (does not exist)'}`,
    )
  printLine(`${signInsPath()}${existsSync(signInsPath()) ? '' : ' (does not exist)'}`)
  return exitCodes.endedByUser
}

/** Runs `culvert config check`: reports every mistake with its position, or what the file contains. */
export async function runConfigCheck(file: string | undefined, line: CommandLine): Promise<ExitCode> {
  const found = await findConfiguration(file ?? configPath(line))
  if (found === undefined) throw noConfiguration(candidatePaths(undefined))
  checkTunnels(found.tunnels)
  const names = [...found.tunnels.keys()]
  const list = names.length === 0 ? '' : `: ${names.join(', ')}`
  printLine(`${found.path} has no mistakes, and ${formatCount(names.length, 'tunnel')}${list}.`)
  return exitCodes.endedByUser
}

/** Throws a Failure that names every mistake in the tunnels. Opens nothing, and serves no folder. */
export function checkTunnels(tunnels: Iterable<readonly [string, FileTunnel]>): void {
  const faults: string[] = []
  for (const [name, { app, values }] of tunnels) {
    const own: string[] = []
    planTunnel(existsSync(app) ? '1' : app, values, own)
    faults.push(...own.map((fault) => `${name}: ${fault}`))
  }
  checkFaults(faults)
}

/** Runs `culvert config edit`: opens the file in the user's editor, creating it if it is missing, and checks it afterwards. */
export async function runConfigEdit(file: string | undefined, line: CommandLine): Promise<ExitCode> {
  const named = file ?? configPath(line)
  const path = candidatePaths(named).find((each) => existsSync(each)) ?? resolve(named ?? fileName)
  if (!existsSync(path)) {
    writeWithFolder(path, template())
  }
  const { VISUAL, EDITOR } = readEnvironment()
  const editor = VISUAL ?? EDITOR ?? (process.platform === 'win32' ? 'notepad' : 'vi')
  const { error, status } = runEditor(editor, path)
  if (error !== undefined || status !== 0) {
    throw new Failure(exitCodes.usage, `The editor "${editor}" failed.`, {
      why: error === undefined ? `It ended with ${status}.` : messageOf(error),
      remedy: `Name another one in EDITOR, or edit ${path} yourself.`,
    })
  }
  return (await readConfiguration(path)) === undefined ? exitCodes.usage : await runConfigCheck(path, line)
}

/** An editor may be given with options, as in EDITOR="code --wait", so a shell reads it; the path is not for the shell to read. */
function runEditor(editor: string, path: string) {
  return process.platform === 'win32'
    ? spawnSync(`${editor} "${path}"`, { stdio: 'inherit', shell: true })
    : spawnSync('/bin/sh', ['-c', `${editor} "$1"`, 'sh', path], { stdio: 'inherit' })
}

/** Runs `culvert config schema`. */
export function runConfigSchema(): ExitCode {
  printLine(JSON.stringify(createJsonSchema(), undefined, 2))
  return exitCodes.endedByUser
}

function template(): string {
  const server = findSignIn(undefined)?.server
  const schema = server === undefined ? '' : `# yaml-language-server: $schema=${server}/culvert.schema.json\n`
  return `${schema}# Tunnels of the culvert command: \`culvert start --all\` opens them, and applies changes while it runs.
# Every option of \`culvert http --help\` is a setting here. \${NAME} stands for a variable of the environment.

tunnels:
  web:
    app: 3000
    # gateway: demo
`
}
