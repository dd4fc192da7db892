import { join } from 'node:path'
import { stateFolder } from '../config/folders.ts'
import { marker } from './service.ts'
import type { Scope, ServiceManager, ServiceState } from './service.ts'
import { toTaskXml } from './task-xml.ts'
import { runTool, tryTool } from './tool.ts'

const task = 'Culvert agent'

/**
 * Returns the service manager that starts programs on Windows without a window and without a service installer: a program that is a service must
 * talk to the service control manager, which Node cannot.
 */
export function taskScheduler(scope: Scope): ServiceManager {
  const path = join(stateFolder(), 'service.xml')
  return {
    name: 'the Task Scheduler',
    path,
    marker,
    encoding: 'utf16le',
    logIn: () => join(stateFolder(), 'service.log'),
    render: toTaskXml,
    enable() {
      end()
      schtasks('/Create', '/F', '/XML', path)
      start()
    },
    disable() {
      end()
      schtasks('/Delete', '/F')
    },
    forget: () => {},
    start,
    stop: () => void schtasks('/End'),
    restart() {
      end()
      start()
    },
    state: readState,
    notes: () => [
      scope === 'user'
        ? `It is the task "${task}" in the Task Scheduler, which runs while you are signed in.`
        : `It is the task "${task}" in the Task Scheduler, which runs from the start of the machine.`,
    ],
  }
}

function schtasks(...args: string[]): string {
  return runTool('schtasks.exe', [...args, '/TN', task])
}

/** Ends it if it runs. */
function end(): void {
  tryTool('schtasks.exe', ['/End', '/TN', task])
}

function start(): void {
  schtasks('/Run')
}

/** Get-ScheduledTask answers in English whatever the machine's language; schtasks does not. */
function readState(): ServiceState {
  const script = `(Get-ScheduledTask -TaskPath '\\' -TaskName '${task}' -ErrorAction Stop).State`
  const { output, complaint } = tryTool('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script])
  const isInstalled = complaint === undefined
  const isRunning = isInstalled && output.trim() === 'Running'
  return { isInstalled, isRunning, pid: undefined, since: undefined, exitCode: undefined }
}
