import type { CommandValues } from '../config/command-settings.ts'
import type { RecorderOptions } from '../inspection/recorder.ts'

/** What is kept of requests, and where it can be looked at. */
export interface InspectionOptions {
  recorder: RecorderOptions
  /** The port of the local server; undefined for the first that is free. */
  port: number | undefined
}

export function toInspectionOptions(command: CommandValues): InspectionOptions {
  return {
    recorder: {
      isOn: command.inspect ?? true,
      keepsSecrets: command['inspect-secrets'] ?? false,
      webhookSecrets: command['webhook-secret'] ?? [],
    },
    port: command['inspect-port'],
  }
}
