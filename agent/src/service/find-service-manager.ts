import { existsSync } from 'node:fs'
import { exitCodes, Failure } from '../failure.ts'
import { launchd } from './launchd.ts'
import type { Scope, ServiceManager } from './service.ts'
import { hasSystemd, requireUserManager, systemd } from './systemd.ts'
import { taskScheduler } from './task-scheduler.ts'

const managers: Partial<Record<NodeJS.Platform, (scope: Scope) => ServiceManager>> = {
  linux: systemd,
  darwin: launchd,
  win32: taskScheduler,
}

/** Returns the service manager for this kind of machine, whether it runs or not. Throws Failure if none is known. */
export function findServiceManager(scope: Scope): ServiceManager {
  const make = managers[process.platform]
  if (make === undefined) throw unsupported(`This is ${process.platform}.`)
  return make(scope)
}

/** Reports whether a service is installed, for this user or for the machine. */
export function hasService(): boolean {
  return managers[process.platform] !== undefined && existsSync(findServiceManager(findScope()).path)
}

/** Throws Failure if the service manager does not run, or does not accept commands from this user. */
export function requireServiceManager(scope: Scope, action: string): void {
  if (process.platform === 'linux' && !hasSystemd()) {
    throw unsupported(
      'This machine was not started by systemd: there is no /run/systemd/system. This is so in containers, and on systems with OpenRC or runit.',
    )
  }
  const isRoot = process.geteuid?.() === 0
  if (scope === 'system' && process.platform !== 'win32' && !isRoot) {
    throw new Failure(exitCodes.usage, 'This needs root.', {
      why: 'A service of the machine was asked for, by --system or because it is what is installed.',
      remedy: `Run \`sudo culvert service ${action} --system\`.`,
    })
  }
  if (scope === 'user' && isRoot) {
    throw new Failure(exitCodes.usage, 'You are root.', {
      why: 'Your own services would run as root, and a tunnel needs no such rights.',
      remedy: `Run \`culvert service ${action} --system\` for a service of the machine, or run this as the user whose tunnels they are.`,
    })
  }
  if (scope === 'user' && process.platform === 'linux') requireUserManager()
}

/** Returns the scope of the installed service: the user's if there are both, or if there is none. */
export function findScope(): Scope {
  const isRoot = process.geteuid?.() === 0
  if (!isRoot && existsSync(findServiceManager('user').path)) return 'user'
  return isRoot || existsSync(findServiceManager('system').path) ? 'system' : 'user'
}

function unsupported(why: string): Failure {
  return new Failure(exitCodes.usage, 'There is no service manager here that culvert knows.', {
    why: `${why} Expected systemd, launchd of macOS, or the Task Scheduler of Windows.`,
    remedy:
      'Let whatever starts programs here run `culvert start --all`, for example as the command of a container. It ends on SIGTERM, and with 2, 3 or 6 if another attempt would not help.',
  })
}
