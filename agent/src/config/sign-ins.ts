import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import { describeFileFault } from '../file-fault.ts'
import { cannotBeWritten, writeWholeFile } from '../whole-file.ts'
import { configFolder } from './folders.ts'
import { parseServer } from './server-address.ts'

/** The result of `culvert login`: a server, and a token for it. */
export interface SignIn {
  /** The API's address, without a slash at its end. */
  server: string
  /** A machine token, `pk_` and 64 hexadecimal digits. */
  token: string
  account: string
  email: string
}

/** The sign-ins of a user, by profile name. */
export interface SignIns {
  /** The profile that commands use when none is named. */
  current: string | undefined
  profiles: Readonly<Record<string, SignIn>>
}

const none: SignIns = { current: undefined, profiles: {} }

/** Reads this user's sign-ins. Throws Failure if the file cannot be parsed. */
export function readSignIns(): SignIns {
  const path = signInsPath()
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return none
    throw unreadable(path, describeFileFault(error))
  }
  try {
    const parsed: unknown = JSON.parse(content)
    if (isSignIns(parsed)) return parsed
  } catch {
    // Reported below, without the content: it holds tokens.
  }
  throw unreadable(path, 'It is not what `culvert login` writes.')
}

/** Writes the sign-ins to a file that only its owner can read, replacing it atomically. Throws Failure. */
export function writeSignIns(signIns: SignIns): void {
  const path = signInsPath()
  try {
    mkdirSync(configFolder(), { recursive: true, mode: 0o700 })
    writeWholeFile(path, `${JSON.stringify(signIns, undefined, 2)}\n`, { mode: 0o600 })
  } catch (error) {
    throw cannotBeWritten(path, error)
  }
}

/** Returns the sign-in of a profile, or of the current one, with its name. */
export function findSignIn(profile: string | undefined): (SignIn & { profile: string }) | undefined {
  const { current, profiles } = readSignIns()
  const name = profile ?? current
  // Every object has members that are no profiles, such as `constructor`.
  const found = name !== undefined && Object.hasOwn(profiles, name) ? profiles[name] : undefined
  return name === undefined || found === undefined ? undefined : { ...found, profile: name }
}

export function signInsPath(): string {
  return join(configFolder(), 'sign-ins.json')
}

function isSignIns(value: unknown): value is SignIns {
  if (typeof value !== 'object' || value === null || !('profiles' in value)) return false
  const { profiles } = value
  if (typeof profiles !== 'object' || profiles === null) return false
  return Object.values(profiles).every(
    (each: unknown) =>
      typeof each === 'object' &&
      each !== null &&
      ['server', 'token', 'account', 'email'].every((key) => typeof Reflect.get(each, key) === 'string') &&
      parseServer(String(Reflect.get(each, 'server'))) !== undefined,
  )
}

function unreadable(path: string, why: string): Failure {
  return new Failure(exitCodes.usage, `${path} cannot be read.`, {
    why,
    remedy: 'Remove it, then sign in again with `culvert login`.',
  })
}
