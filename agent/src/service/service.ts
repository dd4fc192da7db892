/** The owner of the service: `user` runs it among the user's own services, `system` among those of the machine. */
export type Scope = 'user' | 'system'

/** A service on this machine that opens tunnels of a culvert.yml. */
export interface Service {
  scope: Scope
  /** The program and its arguments before the command's own arguments; absolute paths. */
  program: readonly string[]
  /** The tunnels to open; all of them if empty. */
  names: readonly string[]
  /** The absolute path of the culvert.yml. */
  config: string
  /** The user that it runs as. */
  user: string
  /** The environment that the service manager sets. Anyone on the machine may be able to read it, so it contains no secrets. */
  environment: Readonly<Record<string, string>>
  /** A file of lines NAME=value that only its owner can read. It may be missing. */
  environmentFile: string
  /** Where it logs, if the service manager keeps no log and the configuration names none. */
  log: string | undefined
}

/** The service as its manager reports it. */
export interface ServiceState {
  isInstalled: boolean
  isRunning: boolean
  /** The agent's process; undefined if it does not run, or the manager does not report it. */
  pid: number | undefined
  /** ISO 8601, in UTC; undefined if it does not run, or the manager does not report it. */
  since: string | undefined
  /** The exit code with which it last ended; undefined if it runs, or the manager does not report it. */
  exitCode: number | undefined
}

/** A manager that starts programs on a kind of machine, and keeps them running. Methods throw Failure. */
export interface ServiceManager {
  /** Its name in messages. */
  name: string
  /** The file that defines the service. */
  path: string
  /** A text that only our files contain. */
  marker: string
  /** The encoding of the file. */
  encoding: 'utf8' | 'utf16le'
  /** Returns the file that the service must log to; undefined if the manager keeps its output. */
  logIn: (home: string) => string | undefined
  /** Returns the content of the file. */
  render: (service: Service) => string
  /** Applies the written file: starts or restarts the service, now and whenever the machine or the user's session starts. */
  enable: () => void
  /** Undoes `enable`, before the file is removed. */
  disable: () => void
  /** Called once the file is removed. */
  forget: () => void
  start: () => void
  stop: () => void
  restart: () => void
  state: () => ServiceState
  /** Returns the location of the log and other notes, one per line. */
  notes: () => string[]
}

/** The arguments with which the program runs as a service. */
export function argumentsOf({ names, config, log }: Service): string[] {
  const wanted = names.length === 0 ? ['--all'] : names
  return [...wanted, '--config', config, ...(log === undefined ? [] : ['--log', log])]
}

/** A line in every file. */
export const marker = 'Written by `culvert service install`, and removed by `culvert service uninstall`.'

/** The name of a service in lists. */
export const description = 'Tunnels of Culvert'
