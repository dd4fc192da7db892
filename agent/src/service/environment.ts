import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { hasCode, messageOf, readEnvironment } from '@culvert/program'
import { commandSettings } from '../config/command-settings.ts'
import { variableOf } from '../config/layers.ts'
import type { Setting } from '../config/setting.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { Scope } from './service.ts'

/** Variables that determine how a network is reached. Programs look for them in either case. */
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()])
/** Paths of a user's session; under sudo, they would be another user's. */
const ofUser = ['XDG_CONFIG_HOME', 'XDG_STATE_HOME']
/** Variables with a path, which a service resolves from another folder. */
const paths = ['NODE_EXTRA_CA_CERTS', 'CULVERT_CONFIG_DIR', 'CULVERT_STATE_DIR', 'CULVERT_CA_FILE', 'CULVERT_LOG']

const settings: Record<string, Setting<unknown>> = commandSettings

/** Secrets, which the service gets from its environment file, a sign-in or the configuration. */
export const secretVariables = Object.entries(settings)
  .filter(([, { isSecret }]) => isSecret)
  .map(([name, setting]) => variableOf(name, setting))

/** Returns the part of this shell's environment that the service needs. Throws Failure if a secret would be written down. */
export function collectEnvironment(scope: Scope, environmentFile: string): Record<string, string> {
  const environment = readEnvironment()
  const names = new Set([...proxies, ...paths, ...(scope === 'user' ? ofUser : []), ...plainSettings])
  const taken: Record<string, string> = {}
  for (const name of names) {
    const value = environment[name]
    if (value === undefined) continue
    if (/[\0\r\n]/.test(value)) throw refused(`${name} is set to more than one line.`, `Set it to one line.`)
    if (hasPassword(name, value)) {
      const why = `${name} has a password in it, and others can read what a service is started with.`
      throw refused(
        why,
        `Write the line to ${environmentFile}, which only you can read, and run this again without the variable.`,
      )
    }
    taken[name] = paths.includes(name) ? resolve(value) : value
  }
  return taken
}

/** Reports whether an address has a password in it. That of a proxy need not have a scheme (see `findProxy`). */
function hasPassword(name: string, value: string): boolean {
  const address = proxies.includes(name) && !value.includes('://') ? `http://${value}` : value
  return (URL.parse(address)?.password ?? '') !== ''
}

const plainSettings = Object.entries(settings)
  .filter(([, { isSecret }]) => !isSecret)
  .map(([name, setting]) => variableOf(name, setting))

/** Reads lines NAME=value of an environment file, as systemd does: values may be quoted, and lines that begin with # are comments. */
export function readEnvironmentFile(path: string): Record<string, string> {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {}
    throw new Failure(exitCodes.usage, `${path} cannot be read.`, { why: messageOf(error) })
  }
  const lines = content.matchAll(/^[ \t]*([A-Za-z_][A-Za-z0-9_]*)=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|(.*?))[ \t\r]*$/gm)
  return Object.fromEntries(
    [...lines].map(([, name, double, single, plain]) => [name, double ?? single ?? plain ?? '']),
  )
}

function refused(why: string, remedy: string): Failure {
  return new Failure(exitCodes.usage, 'The service is not installed.', { why, remedy })
}
