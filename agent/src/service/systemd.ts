import { existsSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import { marker } from './service.ts'
import type { Scope, ServiceManager, ServiceState } from './service.ts'
import { toSystemdUnit } from './systemd-unit.ts'
import { runTool, tryTool } from './tool.ts'

/** Not culvert.service, which is the server's (deploy/systemd). */
const unit = 'culvert-agent.service'

/** Reports whether systemd runs this machine (sd_booted(3)). */
export function hasSystemd(): boolean {
  return existsSync('/run/systemd/system')
}

/** The service manager of Linux. */
export function systemd(scope: Scope): ServiceManager {
  const manager = scope === 'user' ? ['--user'] : []
  const systemctl = (...args: string[]) => runTool('systemctl', [...manager, '--no-ask-password', ...args])
  const state = () => readState(tryTool('systemctl', [...manager, 'show', unit, '--property', properties.join()]))
  return {
    name: 'systemd',
    path: scope === 'user' ? join(userFolder(), unit) : join('/etc/systemd/system', unit),
    marker,
    encoding: 'utf8',
    logIn: () => undefined,
    render: (service) => toSystemdUnit(service, readVersion()),
    enable() {
      systemctl('daemon-reload')
      systemctl('enable', unit)
      systemctl('restart', unit)
    },
    disable: () => void systemctl('disable', '--now', unit),
    forget() {
      systemctl('daemon-reload')
      // How the service ended is not queried again; if there is no such unit, there is nothing to reset.
      tryTool('systemctl', [...manager, 'reset-failed', unit])
    },
    start: () => void systemctl('start', unit),
    stop: () => void systemctl('stop', unit),
    restart: () => void systemctl('restart', unit),
    state,
    notes: () => [
      `Its log: journalctl ${scope === 'user' ? '--user ' : ''}-u culvert-agent -f`,
      ...(scope === 'user' ? [linger()] : []),
    ],
  }
}

/** Throws Failure if the user's own services cannot be reached, as after `su`. */
export function requireUserManager(): void {
  const { complaint } = tryTool('systemctl', ['--user', 'show-environment'])
  if (complaint === undefined) return
  throw new Failure(exitCodes.usage, 'Your own services cannot be reached.', {
    why: `systemctl --user: ${complaint}`,
    remedy: `Sign in as ${userInfo().username} (by ssh or at the machine, not by su or sudo), or install a service of the machine: \`sudo culvert service install --system\`.`,
  })
}

function userFolder(): string {
  return join(readEnvironment().XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'systemd/user')
}

/** Returns 0 if the version is unknown: then only old features are used. */
function readVersion(): number {
  return Number(/^systemd (\d+)/.exec(tryTool('systemctl', ['--version']).output)?.[1] ?? 0)
}

/** Enables lingering: without it, a user's services end with the user's last session. Returns a note on the result. */
function linger(): string {
  const user = userInfo().username
  const lingers = () => tryTool('loginctl', ['show-user', user, '--property', 'Linger']).output.trim() === 'Linger=yes'
  if (!lingers()) tryTool('loginctl', ['--no-ask-password', 'enable-linger', user])
  return lingers()
    ? `It runs without a session of ${user} too: lingering is on, which \`loginctl disable-linger ${user}\` ends.`
    : `It runs while ${user} is signed in. \`sudo loginctl enable-linger ${user}\` keeps it running without a session too.`
}

const properties = [
  'LoadState',
  'ActiveState',
  'MainPID',
  'ExecMainStartTimestamp',
  'ExecMainStatus',
  'ExecMainCode',
  'UnitFileState',
]

function readState({ output }: { output: string }): ServiceState {
  const values = new Map(output.split('\n').map((line) => splitOnce(line)))
  const isRunning = values.get('ActiveState') === 'active'
  const pid = Number(values.get('MainPID') ?? 0)
  const hasExited = !isRunning && values.get('ExecMainCode') === '1'
  return {
    isInstalled: values.get('LoadState') === 'loaded',
    isRunning,
    pid: isRunning && pid > 0 ? pid : undefined,
    since: isRunning ? readTime(values.get('ExecMainStartTimestamp') ?? '') : undefined,
    exitCode: hasExited ? Number(values.get('ExecMainStatus')) : undefined,
  }
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}

/** Reads `Mon 2026-11-23 09:30:00 UTC`, in the time zone that TZ sets. */
function readTime(text: string): string | undefined {
  const [, date, time] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC/.exec(text) ?? []
  return date === undefined ? undefined : `${date}T${time}Z`
}
