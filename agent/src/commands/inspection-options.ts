import { CallFault } from '../calls/call-fault.ts'
import type { CommandValues } from '../config/command-settings.ts'
import type { RecorderOptions } from '../inspection/recorder.ts'

/** How much is kept of requests, and where it can be inspected. */
export interface InspectionOptions {
  recorder: RecorderOptions
  /** The port of the local server; undefined for the first free one. */
  port: number | undefined
  /** Why the dashboard may not ask for kept requests; undefined if it may. */
  remoteRefusal: CallFault | undefined
}

export function toInspectionOptions(command: CommandValues): InspectionOptions {
  return {
    recorder: {
      isOn: command.inspect ?? true,
      keepsSecrets: command['inspect-secrets'] ?? false,
      webhookSecrets: command['webhook-secret'] ?? [],
    },
    port: command['inspect-port'],
    remoteRefusal: findRemoteRefusal(command),
  }
}

function findRemoteRefusal(command: CommandValues): CallFault | undefined {
  const what = 'The dashboard may not read what the inspector keeps, nor replay'
  if (command['remote-inspect'] === false) {
    return new CallFault(403, `${what}: the agent was started with --no-remote-inspect.`)
  }
  // Nothing leaves the machine before secrets have been removed.
  if (command['inspect-secrets'] === true) {
    return new CallFault(
      403,
      `${what}: the agent was started with --inspect-secrets, and secrets do not leave its machine.`,
    )
  }
  return undefined
}
