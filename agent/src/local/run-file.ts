import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '@culvert/program'
import { stateFolder } from '../config/folders.ts'
import { exitCodes, Failure } from '../failure.ts'
import { describeFileFault } from '../file-fault.ts'
import { removeIfPossible, writeWholeFile } from '../whole-file.ts'

/** A running agent of the same user, in the form that commands find it. */
export interface RunningAgent {
  pid: number
  port: number
  /** Grants access to the agent's local server. Never printed, except in the inspector's URL if the user asks for it. */
  token: string
}

/** Writes the file that tells commands how to reach this agent; only this user can read it. Returns a function that removes it. */
export function writeRunFile(agent: RunningAgent): () => void {
  const folder = runFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(folder, 0o700)
  const path = pathOf(agent.pid)
  writeWholeFile(path, JSON.stringify(agent), { mode: 0o600 })
  return () => removeIfPossible(path)
}

/** Reads the files of running and former agents. Files whose process is gone are removed. Throws Failure if their folder cannot be read. */
export function readRunFiles(): RunningAgent[] {
  const agents: RunningAgent[] = []
  for (const name of listFolder(runFolder())) {
    if (!name.endsWith('.json')) continue
    const path = join(runFolder(), name)
    const agent = parse(path)
    if (agent !== undefined && isAlive(agent.pid)) agents.push(agent)
    else removeIfPossible(path)
  }
  return agents
}

/** Removes the file of an agent that is gone. */
export function removeRunFile(pid: number): void {
  removeIfPossible(pathOf(pid))
}

function runFolder(): string {
  return join(stateFolder(), 'run')
}

function pathOf(pid: number): string {
  return join(runFolder(), `${pid}.json`)
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw new Failure(exitCodes.fault, 'The tunnels of this machine cannot be listed.', {
      why: `${folder} cannot be read. ${describeFileFault(error)}`,
      remedy: 'If `sudo culvert` has made it, give it back: `sudo chown -R "$(id -un)"` with its path.',
    })
  }
}

function parse(path: string): RunningAgent | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isRunningAgent(value) ? value : undefined
  } catch {
    // Another command has removed it, or it belongs to another user.
    return undefined
  }
}

function isRunningAgent(value: unknown): value is RunningAgent {
  if (typeof value !== 'object' || value === null) return false
  const numbers = ['pid', 'port'].every((key) => Number.isInteger(Reflect.get(value, key)))
  return numbers && typeof Reflect.get(value, 'token') === 'string'
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, under another user.
    return hasCode(error, 'EPERM')
  }
}
