import { existsSync } from 'node:fs'
import type { TunnelStatus } from '../inspection/api-types.ts'
import { listRunningAgents } from '../local/running-agents.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { printable } from '../output/text.ts'
import { printLine } from '../output/print.ts'
import { findScope, findServiceManager, requireServiceManager } from '../service/find-service-manager.ts'
import type { Scope, ServiceManager, ServiceState } from '../service/service.ts'
import { removeServiceFile, requireOurs } from '../service/service-file.ts'
import { version } from '../version.ts'
import type { CommandLine } from './command-line.ts'

/** The state of a service, as far as it is visible. */
export interface ServiceView extends ServiceState {
  /** The version that runs; undefined if only another user can see it. */
  version: string | undefined
  /** Its open tunnels; undefined if only another user can see them. */
  tunnels: readonly TunnelStatus[] | undefined
}

/** Returns the service that a command line refers to. */
export function scopeOf(line: CommandLine): Scope {
  return line.system === true ? 'system' : findScope()
}

/** Combines what the service manager reports with what the agent reports about itself. */
export async function viewService(manager: ServiceManager): Promise<ServiceView> {
  const state = manager.state()
  const agents = state.isRunning ? await listRunningAgents().catch(() => []) : []
  const status = agents.find((agent) => agent.status.pid === state.pid)?.status
  return { ...state, since: state.since ?? status?.startedAt, version: status?.version, tunnels: status?.tunnels }
}

/** Runs `culvert service status`: the exit code is 0 if the service runs, else 1. */
export async function runServiceStatus(line: CommandLine): Promise<ExitCode> {
  const scope = scopeOf(line)
  const manager = findServiceManager(scope)
  const view = await viewService(manager)
  const file = existsSync(manager.path) ? manager.path : undefined
  if (line.json === true) printLine(JSON.stringify({ scope, manager: manager.name, file, ...view }))
  else for (const text of describeService(manager, view)) printLine(text)
  return view.isRunning ? exitCodes.endedByUser : exitCodes.fault
}

/** Runs `culvert service uninstall`: ends the service and removes what `install` wrote. */
export function runServiceUninstall(line: CommandLine): ExitCode {
  const scope = scopeOf(line)
  const manager = findServiceManager(scope)
  if (!existsSync(manager.path)) {
    printLine('No service is installed.')
    return exitCodes.endedByUser
  }
  requireServiceManager(scope, 'uninstall')
  requireOurs(manager)
  manager.disable()
  removeServiceFile(manager)
  manager.forget()
  printLine(`The service is stopped and removed: ${manager.path}`)
  return exitCodes.endedByUser
}

/** Runs `culvert service start`, `stop` or `restart`. */
export function runServiceAction(action: 'start' | 'stop' | 'restart', line: CommandLine): ExitCode {
  const scope = scopeOf(line)
  const manager = findServiceManager(scope)
  if (!existsSync(manager.path)) {
    throw new Failure(exitCodes.usage, 'No service is installed.', {
      why: `There is no ${manager.path}.`,
      remedy: 'Install one with `culvert service install`.',
    })
  }
  requireServiceManager(scope, action)
  requireOurs(manager)
  manager[action]()
  printLine(`The service is ${{ start: 'started', stop: 'stopped', restart: 'restarted' }[action]}.`)
  return exitCodes.endedByUser
}

/** Returns the description of a service for people, as lines. */
export function describeService(manager: ServiceManager, view: ServiceView): string[] {
  const { isInstalled, isRunning, pid, since, exitCode, tunnels } = view
  if (!isInstalled) return ['No service is installed.']
  if (!isRunning) {
    const why = exitCode === undefined ? '' : `: it ended with ${exitCode}`
    return [
      `The service is not running${why}.`,
      `  ${manager.name}: ${manager.path}`,
      ...manager.notes().map((note) => `  ${note}`),
    ]
  }
  const details = [
    ...(pid === undefined ? [] : [`process ${pid}`]),
    ...(view.version === undefined ? [] : [`culvert ${view.version}`]),
  ]
  return [
    `The service runs${since === undefined ? '' : ` since ${since}`}${details.length === 0 ? '' : ` (${details.join(', ')})`}.`,
    ...(tunnels ?? []).map(
      ({ name, publicUrl, forwardingTo }) => `  ${printable(name)}: ${publicUrl ?? 'connecting'} → ${forwardingTo}`,
    ),
    ...(tunnels === undefined ? ['  Its tunnels: `culvert status`, as the user that it runs as'] : []),
    ...(view.version === undefined || view.version === version
      ? []
      : [`  This is culvert ${version}: \`culvert service restart\` makes the service run it.`]),
  ]
}
