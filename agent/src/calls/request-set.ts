import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasCode } from '@culvert/program'
import { stateFolder } from '../config/folders.ts'
import { describeFileFault } from '../file-fault.ts'
import { writeWholeFile } from '../whole-file.ts'
import type { RequestSet } from '../inspection/api-types.ts'
import { checkReplayRequest, readAnswer, readMember } from './replay-request.ts'
import { CallFault } from './call-fault.ts'

const setName = /^[\w-][\w.-]{0,63}$/
/** How many requests a set may have, because it is run again and again. */
export const setRequestsMax = 200
/** How many sets may be kept. */
const setsMax = 200

/** Returns the names of the kept sets. Throws CallFault, which contains no path of this machine. */
export function listSets(): string[] {
  try {
    const names = readdirSync(setsFolder()).filter((name) => name.endsWith('.json'))
    return names.map((name) => name.slice(0, -'.json'.length)).toSorted()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    // The system's message has the path.
    if (!['EACCES', 'EPERM', 'ENOTDIR'].some((code) => hasCode(error, code))) throw error
    throw new CallFault(400, `The folder of the sets cannot be read. ${describeFileFault(error)}`)
  }
}

/** Reads a set by its name or by the path of its file. Throws CallFault, which says what is wrong. */
export function readSet(nameOrPath: string): RequestSet {
  const path = setName.test(nameOrPath) && !nameOrPath.endsWith('.json') ? pathOf(nameOrPath) : nameOrPath
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw new CallFault(400, `${path} cannot be read. ${describeFileFault(error)}`)
    throw new CallFault(400, `There is no file ${path}. ${nameOthers(listSets())}`)
  }
  return checkSet(value, path)
}

/** Reads a set by its name, and no other file. Throws CallFault, which contains no path of this machine. */
export function readNamedSet(name: string): RequestSet {
  const known = listSets()
  if (!known.includes(name)) throw new CallFault(404, `There is no set ${showName(name)}. ${nameOthers(known)}`)
  let value: unknown
  try {
    value = JSON.parse(readFileSync(pathOf(name), 'utf8'))
  } catch {
    throw new CallFault(400, `The set ${showName(name)} cannot be read.`)
  }
  return checkSet(value, `The set ${showName(name)}`)
}

/** Saves a set; only this user can read its file. Throws CallFault if the name is invalid. */
export function writeSet(name: string, set: RequestSet): void {
  if (!setName.test(name)) {
    throw new CallFault(400, 'Expected a name of letters, digits, dots, hyphens and underscores, at most 64.')
  }
  if (set.requests.length === 0 || set.requests.length > setRequestsMax) {
    throw new CallFault(400, `Expected 1 to ${setRequestsMax} requests for a set, got ${set.requests.length}.`)
  }
  const known = listSets()
  if (known.length >= setsMax && !known.includes(name)) {
    throw new CallFault(
      400,
      `There are ${known.length} sets, as many as may be kept. Remove some of their files first.`,
    )
  }
  const path = pathOf(name)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(dirname(path), 0o700)
  writeWholeFile(path, `${JSON.stringify(set, undefined, 2)}\n`, { mode: 0o600 })
}

function setsFolder(): string {
  return join(stateFolder(), 'sets')
}

function nameOthers(known: readonly string[]): string {
  return known.length === 0 ? 'No set is kept yet.' : `There are: ${known.join(', ')}.`
}

function showName(name: string): string {
  return JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name)
}

function pathOf(name: string): string {
  return join(setsFolder(), `${name}.json`)
}

function checkSet(value: unknown, path: string): RequestSet {
  const list = readMember(value, 'requests')
  if (readMember(value, 'version') !== 1 || !Array.isArray(list)) {
    throw new CallFault(400, `${path} is no set: expected "version": 1 and a list of "requests".`)
  }
  const requests = list.map((each: unknown, index) => {
    const expected = readAnswer(readMember(each, 'expected'))
    if (expected === undefined)
      throw new CallFault(400, `${path}: request ${index + 1} lacks the answer that is expected.`)
    return { request: checkReplayRequest(readMember(each, 'request')), expected }
  })
  const [ignoreFields, ignoreMembers] = [readMember(value, 'ignoreFields'), readMember(value, 'ignoreMembers')]
  return { version: 1, ignoreFields: toTexts(ignoreFields), ignoreMembers: toTexts(ignoreMembers), requests }
}

function toTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
