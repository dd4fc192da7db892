import { withoutUser } from '@culvert/program/without-secrets'

/** Replaces, in an error message, a value that may be a mistyped secret. */
export const redactedValue = Symbol('not shown')

/** Thrown by a setting for an invalid value; the message is `expected …, got …`. */
export class InvalidValue extends Error {
  constructor(expected: string, got: unknown) {
    super(`expected ${expected}, got ${describe(got)}`)
    this.name = 'InvalidValue'
  }
}

/** A setting of a tunnel or of the command: the same on the command line, in the environment and in culvert.yml. */
export interface Setting<Value> {
  /** The description in `--help` and the documents, without a full stop. */
  readonly help: string
  /** The argument as `--help` shows it, for example `<host>`; undefined for a switch. */
  readonly argument: string | undefined
  /** Whether it may be given several times; in the file it is a list. */
  readonly isList: boolean
  /** Whether the option has a `--no-` form. */
  readonly isNegatable: boolean
  /** Its environment variable, if not the one derived from its name. */
  readonly variable: string | undefined
  /** Whether the value must not be shown. */
  readonly isSecret: boolean
  /** How an editor validates the value in culvert.yml. */
  readonly jsonSchema: object
  /** Reads a value from the file, or a text. Throws InvalidValue. */
  parse(value: unknown): Value
}

/** The values of a table of settings, each of them optional. */
export type ValuesOf<Table extends Record<string, Setting<unknown>>> = {
  -readonly [Name in keyof Table]?: Table[Name] extends Setting<infer Value> ? Value : never
}

interface Common {
  help: string
  variable?: string
  isSecret?: boolean
}

function setting<Value>(
  { help, variable, isSecret = false }: Common,
  rest: Pick<Setting<Value>, 'argument' | 'jsonSchema' | 'parse'> &
    Partial<Pick<Setting<Value>, 'isList' | 'isNegatable'>>,
): Setting<Value> {
  return { help, variable, isSecret, isList: false, isNegatable: false, ...rest }
}

/** A switch: present or `true`, absent or `false`. */
export function flag(common: Common & { isNegatable?: boolean }): Setting<boolean> {
  return setting(common, {
    argument: undefined,
    isNegatable: common.isNegatable ?? false,
    jsonSchema: { type: 'boolean' },
    parse(value) {
      if (value === true || value === 'true' || value === 'on' || value === '1') return true
      if (value === false || value === 'false' || value === 'off' || value === '0') return false
      throw new InvalidValue('true or false', value)
    },
  })
}

/** Text of printable characters that `pattern` matches. */
export function text(
  common: Common & { argument: string; expected: string; pattern?: RegExp; example?: string },
): Setting<string> {
  const { argument, expected, pattern = /^[^\0-\x1f\x7f]+$/ } = common
  return setting(common, {
    argument,
    jsonSchema: { type: 'string', minLength: 1 },
    parse: (value) => readText(value, pattern, expected, common.isSecret),
  })
}

/** Created only for an error message: the first use of Intl takes 7 MB. */
function joinAlternatives(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)
}

/** One of a few words. */
export function choice<Word extends string>(
  common: Common & { argument: string; words: readonly Word[] },
): Setting<Word> {
  return setting(common, {
    argument: common.argument,
    jsonSchema: { enum: common.words },
    parse(value) {
      const word = common.words.find((each) => each === value)
      if (word === undefined) throw new InvalidValue(joinAlternatives(common.words), value)
      return word
    },
  })
}

/** A whole number from 1 to `max`. */
export function count(common: Common & { argument: string; max: number }): Setting<number> {
  const { argument, max } = common
  return setting(common, {
    argument,
    jsonSchema: { type: 'integer', minimum: 1, maximum: max },
    parse(value) {
      const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
      if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= max) return number
      throw new InvalidValue(`a whole number from 1 to ${max}`, value)
    },
  })
}

const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** The longest timer that Node keeps, in milliseconds. */
const durationMsMax = 2 ** 31 - 1

/** A time such as `90s`, `30m`, `2h` or `1d`, in milliseconds. */
export function duration(common: Common & { argument: string }): Setting<number> {
  const expected = 'a time such as 90s, 30m, 2h or 1d, at most 24d'
  return setting(common, {
    argument: common.argument,
    jsonSchema: { type: 'string', pattern: '^[0-9]+(s|m|h|d)$' },
    parse(value) {
      const [, amount, unit = ''] = (typeof value === 'string' && /^(\d{1,9})([smhd])$/.exec(value)) || []
      const ms = Number(amount) * (unitMs[unit] ?? Number.NaN)
      if (ms >= 1 && ms <= durationMsMax) return ms
      throw new InvalidValue(expected, value)
    },
  })
}

/** Several values of one kind. `parseItem` throws Complaint. */
export function list<Item>(
  common: Common & { argument: string; parseItem: (text: string) => Item },
): Setting<readonly Item[]> {
  const { argument, parseItem } = common
  return setting(common, {
    argument,
    isList: true,
    jsonSchema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    parse(value) {
      const items = Array.isArray(value) ? value : [value]
      return items.map((item) => parseItem(readText(item, /^[^\0\r\n]+$/, 'a text', common.isSecret)))
    },
  })
}

/** Text, or `true` if the option is given without a value. */
export function optionalText(
  common: Common & { argument: string; expected: string; pattern: RegExp },
): Setting<string | true> {
  const { argument, expected, pattern } = common
  return setting(common, {
    argument,
    jsonSchema: { anyOf: [{ const: true }, { type: 'string', minLength: 1 }] },
    parse: (value) => (value === true || value === 'true' ? true : readText(value, pattern, expected)),
  })
}

function readText(value: unknown, pattern: RegExp, expected: string, isSecret = false): string {
  // In YAML, a value of digits is a number; the user means the text as written.
  const written = typeof value === 'number' ? String(value) : value
  if (typeof written === 'string' && pattern.test(written)) return written
  throw new InvalidValue(expected, isSecret && typeof value === 'string' ? redactedValue : value)
}

/** Describes a value for a message. */
function describe(value: unknown): string {
  if (value === redactedValue) return 'another form'
  if (value === undefined || value === null || value === '') return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (typeof value !== 'string') return JSON.stringify(value)
  // Such as `Authorization: Bearer …`.
  if (/^[^\s:]+:\s/.test(value)) return 'a header field'
  const shown = withoutUser(value)
  return JSON.stringify(shown.length > 60 ? `${shown.slice(0, 60)}…` : shown)
}
