import { homedir } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from '@culvert/program'

/** Returns the folder of a user's `culvert` configuration: sign-ins and the user's culvert.yml (XDG Base Directory Specification). */
export function configFolder(): string {
  const environment = readEnvironment()
  if (environment.CULVERT_CONFIG_DIR) return environment.CULVERT_CONFIG_DIR
  if (process.platform === 'win32') return join(environment.APPDATA ?? join(homedir(), 'AppData/Roaming'), 'culvert')
  return join(environment.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'culvert')
}

/** The service's environment file: lines NAME=value that only their owner can read. */
export function serviceEnvironmentPath(folder = configFolder()): string {
  return join(folder, 'service.env')
}

/** Returns the folder in which commands keep sets of requests, and what they need while they run. */
export function stateFolder(): string {
  const environment = readEnvironment()
  if (environment.CULVERT_STATE_DIR) return environment.CULVERT_STATE_DIR
  if (process.platform === 'win32') {
    return join(environment.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'), 'culvert', 'state')
  }
  return join(environment.XDG_STATE_HOME ?? join(homedir(), '.local/state'), 'culvert')
}
