import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Node, YAMLMap } from 'yaml'
import { commandSettings } from './command-settings.ts'
import type { CommandValues } from './command-settings.ts'
import { expandVariables } from './expansion.ts'
import { overlay } from './overlay.ts'
import { InvalidValue, text } from './setting.ts'
import type { Setting, ValuesOf } from './setting.ts'
import { suggest } from '@culvert/program/suggest'
import { tunnelSettings } from './tunnel-settings.ts'
import type { TunnelValues } from './tunnel-settings.ts'

/** A mistake in a file, with the fix. Lines and columns count from 1. */
export interface FileFault {
  line: number
  column: number
  message: string
}

/** A tunnel of the file. */
export interface FileTunnel {
  /** The app, as on the command line: `3000`, `http://host:port` or a folder. */
  app: string
  values: TunnelValues
}

/** The contents of culvert.yml. */
export interface CulvertFile {
  values: CommandValues
  /** Defaults for all tunnels, each of which may override them. */
  defaults: TunnelValues
  /** By name, in the order of the file. The file's `defaults` are merged into each. */
  tunnels: ReadonlyMap<string, FileTunnel>
}

/** The longest name of a tunnel, so that a line of output stays readable. */
const tunnelName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/

/** Reads the text of a culvert.yml. Returns every fault if there is any, otherwise the parsed file. */
export function readCulvertFile(
  content: string,
  environment: Record<string, string | undefined>,
): { file: CulvertFile; faults?: undefined } | { file?: undefined; faults: FileFault[] } {
  const reader = new Reader(content, environment)
  const file = reader.read()
  return reader.faults.length > 0 ? { faults: reader.faults.toSorted(byPosition) } : { file }
}

const appSetting = text({ help: '', argument: '<app>', expected: 'a port such as 3000, a URL or a folder' })

const byPosition = (a: FileFault, b: FileFault) => a.line - b.line || a.column - b.column

class Reader {
  readonly faults: FileFault[] = []
  readonly #lines = new LineCounter()
  readonly #document
  readonly #environment: Record<string, string | undefined>

  constructor(content: string, environment: Record<string, string | undefined>) {
    this.#environment = environment
    this.#document = parseDocument(content, { lineCounter: this.#lines, prettyErrors: false, uniqueKeys: true })
    for (const { message, pos } of this.#document.errors) this.#addFaultAt(pos[0], message)
  }

  read(): CulvertFile {
    const tunnels = new Map<string, FileTunnel>()
    const { contents } = this.#document
    if (this.faults.length > 0 || contents === null) return { values: {}, defaults: {}, tunnels }
    const entries = this.#readMap(contents, 'the file')
    const defaults = entries.get('defaults')
    const listed = entries.get('tunnels')
    const values = this.#readValues(entries, commandSettings, ['defaults', 'tunnels'])
    const shared = defaults?.value
      ? this.#readValues(this.#readMap(defaults.value, '`defaults`'), tunnelSettings, [])
      : {}
    for (const [name, entry] of listed?.value ? this.#readMap(listed.value, '`tunnels`') : []) {
      if (!tunnelName.test(name)) {
        this.#addFault(
          entry.key,
          `expected a name of letters, digits, - and _ (at most 40) for a tunnel, got ${JSON.stringify(name)}`,
        )
      }
      const tunnel = this.#readTunnel(name, entry, shared)
      if (tunnel !== undefined) tunnels.set(name, tunnel)
    }
    return { values, defaults: shared, tunnels }
  }

  #readTunnel(name: string, { key, value }: Entry, shared: TunnelValues): FileTunnel | undefined {
    if (value !== undefined && !isMap(value)) {
      this.#addFault(value, `expected settings for the tunnel \`${name}\`, at least \`app: 3000\` on a line of its own`)
      return undefined
    }
    const entries = value === undefined ? new Map<string, Entry>() : this.#readMap(value, `the tunnel \`${name}\``)
    if (entries.get('app')?.value === undefined) {
      this.#addFault(key, `the tunnel \`${name}\` needs \`app\`: a port such as 3000, a URL or a folder`)
    }
    const values = this.#readValues(entries, { app: appSetting, ...tunnelSettings }, [])
    const { app: target = '', ...own } = values
    return { app: target, values: overlay(shared, own) }
  }

  /** Reads the settings of a table; every other key except those in `besides` is a fault. */
  #readValues<Table extends Record<string, Setting<unknown>>>(
    entries: ReadonlyMap<string, Entry>,
    table: Table,
    otherNames: readonly string[],
  ): ValuesOf<Table> {
    const read: [string, unknown][] = []
    for (const [name, { key, value }] of entries) {
      // A table also has the members of every object.
      const setting = Object.hasOwn(table, name) ? table[name] : undefined
      if (setting === undefined) {
        if (otherNames.includes(name)) continue
        const location = describeLocation(name) ?? suggest(name, [...Object.keys(table), ...otherNames])
        this.#addFault(key, `there is no setting \`${name}\` here${location}`)
        continue
      }
      try {
        read.push([name, setting.parse(value === undefined ? undefined : this.#expand(value))])
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error
        this.#addFault(value ?? key, `\`${name}\`: ${error.message}`)
      }
    }
    return Object.fromEntries(read) as ValuesOf<Table>
  }

  #readMap(node: Node, what: string): Map<string, Entry> {
    const entries = new Map<string, Entry>()
    if (!isMap(node)) {
      this.#addFault(node, `expected a mapping for ${what}: lines such as \`name: value\``)
      return entries
    }
    for (const { key, value } of (node as YAMLMap<Node, Node | null>).items) {
      if (isScalar(key) && typeof key.value === 'string') entries.set(key.value, { key, value: value ?? undefined })
      else if (isScalar(key) && typeof key.value === 'number')
        entries.set(String(key.value), { key, value: value ?? undefined })
      else this.#addFault(key, 'expected a name before the colon')
    }
    return entries
  }

  /** Returns a node's value with environment variables expanded in its texts. */
  #expand(node: Node): unknown {
    if (isSeq(node)) return node.items.map((item) => this.#expand(item as Node))
    if (!isScalar(node)) throw new InvalidValue('a value or a list', isMap(node) ? {} : undefined)
    if (typeof node.value !== 'string') return node.value
    const { text: expanded, missing, isMalformed } = expandVariables(node.value, this.#environment)
    for (const name of missing) {
      this.#addFault(node, `the variable ${name} is not set; set it, or write \${${name}:-a default}`)
    }
    // The text itself is not quoted: it may be part of a password.
    if (isMalformed) this.#addFault(node, 'a reference is ${NAME} or ${NAME:-a default}; write $$ for a dollar sign')
    return expanded
  }

  #addFault(node: Node, message: string): void {
    this.#addFaultAt(node.range?.[0] ?? 0, message)
  }

  #addFaultAt(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset)
    this.faults.push({ line: Math.max(line, 1), column: Math.max(col, 1), message })
  }
}

/** Describes where a misplaced setting belongs; undefined if there is no such setting. */
function describeLocation(name: string): string | undefined {
  if (Object.hasOwn(commandSettings, name)) return '; it belongs at the top of the file'
  if (Object.hasOwn(tunnelSettings, name) || name === 'app') return '; it belongs to a tunnel, below its name'
  return undefined
}

interface Entry {
  key: Node
  value: Node | undefined
}
