/** Whose service it is: `user` runs it within the user's own services, `system` within those of the machine. */
export type Scope = 'user' | 'system'

/** A service of this machine that opens tunnels of a culvert.yml. */
export interface Service {
  scope: Scope
  /** The program and what it is given before the command's own arguments; absolute paths. */
  program: readonly string[]
  /** The tunnels to open; all of them when empty. */
  names: readonly string[]
  /** The absolute path of the culvert.yml. */
  config: string
  /** As whom it runs. */
  user: string
  /** What the service manager sets. Anybody on the machine may be able to read it, so it holds no secrets. */
  environment: Readonly<Record<string, string>>
  /** A file of lines NAME=value that only its owner can read, which may be missing. */
  environmentFile: string
  /** Where it logs, if the service manager keeps no log and the configuration names none. */
  log: string | undefined
}

/** The service as its manager knows it. */
export interface ServiceState {
  isInstalled: boolean
  isRunning: boolean
  /** The process of the agent; undefined when it does not run, or the manager does not say. */
  pid: number | undefined
  /** ISO 8601, in UTC; undefined when it does not run, or the manager does not say. */
  since: string | undefined
  /** The exit code with which it last ended; undefined when it runs, or the manager does not say. */
  exitCode: number | undefined
}

/** A manager that starts programs on a kind of machine, and keeps them running. Methods throw Failure. */
export interface ServiceManager {
  /** As messages call it. */
  name: string
  /** The file that says what runs. */
  path: string
  /** A text that only a file of ours contains. */
  marker: string
  /** The encoding of the file. */
  encoding: 'utf8' | 'utf16le'
  /** Returns the file that the service is to log to; undefined where the manager keeps its output. */
  logIn: (home: string) => string | undefined
  /** Returns the content of the file. */
  render: (service: Service) => string
  /** Has the file that was written take effect: starts the service, or starts it anew, and whenever the machine or the user's session starts. */
  enable: () => void
  /** Ends what `enable` did, before the file is removed. */
  disable: () => void
  /** Called once the file is removed. */
  forget: () => void
  start: () => void
  stop: () => void
  restart: () => void
  state: () => ServiceState
  /** Returns the place of the log and other notes, a line each. */
  notes: () => string[]
}

/** The arguments with which the program runs as a service. */
export function argumentsOf({ names, config, log }: Service): string[] {
  const wanted = names.length === 0 ? ['--all'] : names
  return [...wanted, '--config', config, ...(log === undefined ? [] : ['--log', log])]
}

/** What is said in every file. */
export const marker = 'Written by `culvert service install`, and removed by `culvert service uninstall`.'

/** What a service is called in lists. */
export const description = 'Tunnels of Culvert'
