import type { ExitCode } from '../failure.ts'

/** The values that commander parsed from a command line, by option name in camel case. */
export type CommandLine = Readonly<Record<string, unknown>>

/** Runs the work of a command. `isJson` determines how a failure is shown. */
export type RunCommand = (work: () => Promise<ExitCode>, isJson?: boolean) => Promise<void>
