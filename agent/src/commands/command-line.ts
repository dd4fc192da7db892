import type { ExitCode } from '../failure.ts'

/** The values that commander read from a command line, by option names in camel case. */
export type CommandLine = Readonly<Record<string, unknown>>

/** Runs the work of a command. `isJson` says how a failure is shown. */
export type RunCommand = (work: () => Promise<ExitCode>, isJson?: boolean) => Promise<void>
