import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'
import { exitCodes, Failure } from '../failure.ts'
import { label, toLaunchdPlist } from './launchd-plist.ts'
import { marker } from './service.ts'
import type { Scope, ServiceManager, ServiceState } from './service.ts'
import { runTool, tryTool } from './tool.ts'

/** The service manager of macOS. */
export function launchd(scope: Scope): ServiceManager {
  const isUser = scope === 'user'
  const path = join(isUser ? join(homedir(), 'Library/LaunchAgents') : '/Library/LaunchDaemons', `${label}.plist`)
  const domain = isUser ? findDomain() : 'system'
  const target = `${domain}/${label}`
  const print = () => tryTool('launchctl', ['print', target])
  const unload = () => {
    if (print().complaint !== undefined) return
    launchctl('bootout', target)
    // The service is gone once its process has ended.
    for (let attempt = 0; print().complaint === undefined; attempt++) {
      if (attempt === attemptsMax) throw notUnloaded(target)
      tryTool('sleep', ['0.2'])
    }
  }
  return {
    name: 'launchd',
    path,
    marker,
    encoding: 'utf8',
    logIn: (home) => join(home, 'Library/Logs/culvert.log'),
    render: toLaunchdPlist,
    enable() {
      unload()
      launchctl('enable', target)
      launchctl('bootstrap', domain, path)
    },
    disable: unload,
    forget: () => {},
    start: () => void launchctl('kickstart', target),
    // It then ends with 0, so that launchd does not restart it.
    stop: () => void launchctl('kill', 'SIGTERM', target),
    restart: () => void launchctl('kickstart', '-k', target),
    state: () => readState(print()),
    notes: () => [],
  }
}

function launchctl(...args: string[]): string {
  return runTool('launchctl', args)
}

/** About 20 s. */
const attemptsMax = 100

/** Returns launchd's domain for the user's session; over ssh there may be none with windows. */
function findDomain(): string {
  const { uid } = userInfo()
  return tryTool('launchctl', ['print', `gui/${uid}`]).complaint === undefined ? `gui/${uid}` : `user/${uid}`
}

function notUnloaded(target: string): Failure {
  return new Failure(exitCodes.fault, 'The service does not end.', {
    why: `launchd still has ${target} 20 s after it was told to stop it.`,
    remedy: `See \`launchctl print ${target}\`.`,
  })
}

function readState({ output, complaint }: { output: string; complaint: string | undefined }): ServiceState {
  const find = (name: string) => new RegExp(`^\\s*${name} = (\\S+)`, 'm').exec(output)?.[1]
  const isRunning = find('state') === 'running'
  const exitCode = Number(find('last exit code'))
  return {
    isInstalled: complaint === undefined,
    isRunning,
    pid: isRunning ? Number(find('pid')) : undefined,
    since: undefined,
    exitCode: isRunning || Number.isNaN(exitCode) ? undefined : exitCode,
  }
}
