import { messageOf, readEnvironment } from '@culvert/program'
import { InvalidValue } from './setting.ts'
import type { Setting, ValuesOf } from './setting.ts'

type Table = Record<string, Setting<unknown>>

/**
 * Reads settings from the options of a command line, by their camel-case names as commander gives them. Adds invalid values to
 * `faults`.
 */
export function readFlags<Settings extends Table>(
  table: Settings,
  options: Readonly<Record<string, unknown>>,
  faults: string[],
): ValuesOf<Settings> {
  return readLayer(
    table,
    (name) => options[camelCase(name)],
    (name) => `--${name}`,
    faults,
  )
}

/** Reads settings from the environment: `--host-header` is CULVERT_HOST_HEADER. Lists are separated by commas. */
export function readVariables<Settings extends Table>(table: Settings, faults: string[]): ValuesOf<Settings> {
  const environment = readEnvironment()
  const read = (name: string, setting: Setting<unknown>) => {
    const value = environment[variableOf(name, setting)]
    if (value === undefined) return undefined
    return setting.isList ? value.split(',').map((item) => item.trim()) : value
  }
  return readLayer(table, read, variableOf, faults)
}

/** Reads settings from a program's options; `options` names the option for each setting. */
export function readOptions<Settings extends Table>(
  table: Settings,
  options: Readonly<Record<keyof Settings & string, string>>,
  read: (option: string) => unknown,
  faults: string[],
): ValuesOf<Settings> {
  const optionOf = (name: string) => options[name] ?? name
  return readLayer(table, (name) => read(optionOf(name)), optionOf, faults)
}

/** Returns the name of a setting's environment variable. */
export function variableOf(name: string, { variable }: Pick<Setting<unknown>, 'variable'>): string {
  return variable ?? `CULVERT_${name.replaceAll('-', '_').toUpperCase()}`
}

function readLayer<Settings extends Table>(
  table: Settings,
  read: (name: string, setting: Setting<unknown>) => unknown,
  sourceOf: (name: string, setting: Setting<unknown>) => string,
  faults: string[],
): ValuesOf<Settings> {
  const values: [string, unknown][] = []
  for (const [name, setting] of Object.entries(table)) {
    const value = read(name, setting)
    if (value === undefined) continue
    try {
      values.push([name, setting.parse(value)])
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error
      faults.push(`${sourceOf(name, setting)}: ${messageOf(error)}.`)
    }
  }
  return Object.fromEntries(values) as ValuesOf<Settings>
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
