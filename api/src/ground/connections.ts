import { isStorableInstant } from './clock.ts'
import { badInput } from './errors.ts'
import { parseJson } from './json.ts'
import { sha256Hex } from './secrets.ts'

/** The arguments of every connection, which select a part of a list. */
export interface SliceArgs {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

/** A list whose cursors are its own. */
export interface ListName {
  /** The field, as `Account.agentsConnection`. */
  field: string
  /** The id of the object whose list it is. */
  owner: string
  /** The arguments that select rows; one that is left out or null selects all. */
  filter?: Readonly<Record<string, unknown>>
  /** Whether the ids of its positions are numbers. */
  hasNumbers?: true
}

/** A position in a list, whether or not a row is there. */
export interface ListPosition {
  /** The instant by which the list is ordered, to the millisecond. */
  at: Date
  /** What orders rows of one instant. */
  id: string | number
}

/** Some rows of a list, counted from one end of what lies between two positions. */
export interface Slice {
  list: ListName
  /** The maximum number of rows. */
  count: number
  /** Whether they are the last ones rather than the first. */
  isFromEnd: boolean
  after: ListPosition | undefined
  before: ListPosition | undefined
}

/** A part of a list, as the GraphQL Cursor Connections Specification has it. */
export interface Connection<Node> {
  nodes: Node[]
  edges: { cursor: string; node: Node }[]
  pageInfo: PageInfo
}

/** The position of a part of a list. Whether there is more on a side is looked up when it is asked for. */
export interface PageInfo {
  startCursor: string | null
  endCursor: string | null
  findPrevious: () => Promise<boolean>
  findNext: () => Promise<boolean>
}

/** Returns the same part of a list with each row changed. */
export function mapNodes<From, To>({ edges, pageInfo }: Connection<From>, change: (node: From) => To): Connection<To> {
  const changed = edges.map(({ cursor, node }) => ({ cursor, node: change(node) }))
  return { nodes: changed.map(({ node }) => node), edges: changed, pageInfo }
}

/** How many rows a connection returns when neither `first` nor `last` is given. */
export const sliceDefault = 20

/** The maximum number of rows that a connection returns. */
export const sliceMax = 100

/** Validates the arguments of a connection. Throws BAD_USER_INPUT for a cursor of another list, object or filter. */
export function parseSlice(list: ListName, { first, after, last, before }: SliceArgs, countMax = sliceMax): Slice {
  if (typeof first === 'number' && typeof last === 'number') {
    throw badInput('last', 'Give first or last, not both: a page is counted from one end of the list.')
  }
  const isFromEnd = typeof last === 'number'
  const count = last ?? first ?? sliceDefault
  if (count < 1 || count > countMax) {
    const field = isFromEnd ? 'last' : 'first'
    throw badInput(field, `${field} must be a number from 1 to ${countMax}, not ${count}`)
  }
  return {
    list,
    count,
    isFromEnd,
    after: typeof after === 'string' ? decodeCursor(list, 'after', after) : undefined,
    before: typeof before === 'string' ? decodeCursor(list, 'before', before) : undefined,
  }
}

/** The first element of every cursor. A cursor of another version is refused. */
const cursorVersion = 1

/** Encodes a position in a list as a cursor for clients. */
export function encodeCursor(list: ListName, { at, id }: ListPosition): string {
  const { field, owner, filter } = getMarks(list)
  return Buffer.from(JSON.stringify([cursorVersion, field, owner, filter, at.getTime(), id])).toString('base64url')
}

const cursorLengthMax = 500

/** Decodes a cursor. Throws BAD_USER_INPUT if it is not one of the list. */
function decodeCursor(list: ListName, argument: 'after' | 'before', text: string): ListPosition {
  const [version, field, owner, filter, at, id] = parseArray(text)
  const instant = new Date(typeof at === 'number' ? at : Number.NaN)
  const notReturned = () => {
    const found = text.length > 40 ? `${text.slice(0, 40)}…` : text
    const message = `${argument} must be a cursor that ${list.field} returned, not "${found}". Begin without it.`
    return badInput(argument, message)
  }
  if (version !== cursorVersion || typeof field !== 'string' || !isStorableInstant(instant) || !isRowId(id)) {
    throw notReturned()
  }
  const own = getMarks(list)
  if (field !== own.field) {
    throw badInput(argument, `${argument} must be a cursor of ${own.field}, not one of ${field}. Begin without it.`)
  }
  if (owner !== own.owner) {
    throw badInput(argument, `${argument} is a cursor of ${own.field} of another object. Begin without it.`)
  }
  if (filter !== own.filter) {
    throw badInput(
      argument,
      `${argument} is a cursor of ${own.field} with other filters. Give those that it was read with, or begin without it.`,
    )
  }
  if ((typeof id === 'number') !== (list.hasNumbers ?? false)) throw notReturned()
  return { at: instant, id }
}

function parseArray(text: string): unknown[] {
  if (text.length > cursorLengthMax) return []
  const value = parseJson(Buffer.from(text, 'base64url').toString())
  return Array.isArray(value) ? value : []
}

function isRowId(id: unknown): id is string | number {
  return Number.isSafeInteger(id) || (typeof id === 'string' && /^[\w-]{1,64}$/.test(id))
}

/** Returns the marks of a list that its cursors carry: ids and filters as short hashes, which are enough to notice a mistake. */
function getMarks({ field, owner, filter = {} }: ListName) {
  const given = Object.entries(filter)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(String).toSorted() : value])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  return { field, owner: shortHash(owner), filter: given.length === 0 ? '' : shortHash(JSON.stringify(given)) }
}

const shortHash = (text: string) => sha256Hex(text).slice(0, 12)
