import type { Answer, RequestSet } from '../inspection/api-types.ts'

/** Header fields that differ from answer to answer of the same app. Content-Length follows from the body. */
export const volatileFields: readonly string[] = [
  'age',
  'content-length',
  'date',
  'etag',
  'expires',
  'last-modified',
  'server-timing',
  'x-request-id',
  'x-response-time',
  'x-runtime',
]

/** How many differences of one answer are reported. */
const differencesMax = 20
/** Characters of a value that are shown. */
const shownMax = 100

type Ignored = Pick<RequestSet, 'ignoreFields' | 'ignoreMembers'>

/** Returns where two answers differ, one line for each difference; nothing if they are the same except for what is ignored. */
export function compareAnswers(expected: Answer, got: Answer, ignored: Ignored): string[] {
  const differences: string[] = []
  if (expected.status !== got.status) differences.push(describe('status', expected.status, got.status))
  const ignoredFields = new Set([...volatileFields, ...ignored.ignoreFields.map((name) => name.toLowerCase())])
  const [before, after] = [collectFields(expected), collectFields(got)]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (ignoredFields.has(name) || before.get(name) === after.get(name)) continue
    differences.push(describe(`header ${name}`, before.get(name), after.get(name)))
  }
  compareBodies(expected, got, new Set(ignored.ignoreMembers), differences)
  if (differences.length <= differencesMax) return differences
  return [...differences.slice(0, differencesMax), `and ${differences.length - differencesMax} more`]
}

function collectFields({ fields }: Answer): Map<string, string> {
  const collected = new Map<string, string>()
  for (const [name, value] of fields) {
    const lower = name.toLowerCase()
    const before = collected.get(lower)
    collected.set(lower, before === undefined ? value : `${before}, ${value}`)
  }
  return collected
}

function compareBodies(
  expected: Answer,
  got: Answer,
  ignoredMembers: ReadonlySet<string>,
  differences: string[],
): void {
  if (expected.body.content === got.body.content && expected.body.encoding === got.body.encoding) return
  const [before, after] = [parseJson(expected), parseJson(got)]
  if (before !== undefined && after !== undefined) {
    compareValues('body', before.value, after.value, ignoredMembers, differences)
    return
  }
  const [beforeLines, afterLines] = [expected.body.content.split('\n'), got.body.content.split('\n')]
  const count = Math.max(beforeLines.length, afterLines.length)
  for (let index = 0; index < count; index += 1) {
    if (beforeLines[index] === afterLines[index]) continue
    differences.push(describe(`body line ${index + 1}`, beforeLines[index], afterLines[index]))
    // After an insertion every line differs; the first says enough.
    return
  }
}

function parseJson({ body }: Answer): { value: unknown } | undefined {
  if (body.encoding !== 'utf8') return undefined
  try {
    return { value: JSON.parse(body.content) as unknown }
  } catch {
    return undefined
  }
}

function compareValues(
  path: string,
  before: unknown,
  after: unknown,
  ignoredMembers: ReadonlySet<string>,
  differences: string[],
): void {
  if (differences.length > differencesMax * 2) return
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    if (before !== after) differences.push(describe(path, before, after))
    return
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (ignoredMembers.has(key)) continue
    const [one, other]: unknown[] = [Reflect.get(before, key), Reflect.get(after, key)]
    compareValues(`${path}/${key}`, one, other, ignoredMembers, differences)
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function describe(what: string, expected: unknown, got: unknown): string {
  return `${what}: expected ${show(expected)}, got ${show(got)}`
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text
}
