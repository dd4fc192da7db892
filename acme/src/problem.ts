import { isRecord, readIdentifier, type Identifier } from './values.ts'

/** The problem document of an authority's refusal (RFC 8555, section 6.7; RFC 7807). */
export interface AcmeProblem {
  /** The type, without `urn:ietf:params:acme:error:`, for example `rateLimited`; the whole type if it is not one of ACME's. */
  type: string
  /** The authority's own words in one line; may be empty. */
  detail: string
  /** The HTTP status; undefined if the authority names none. */
  status?: number
  /** The name that it concerns; undefined if it concerns the whole. */
  identifier?: Identifier
  /** The problem with each name. */
  subproblems: AcmeProblem[]
}

/** Thrown when an authority refused, or could not be asked. Its message is one line for people. */
export class AcmeError extends Error {
  override readonly name = 'AcmeError'
  /**
   * The type of the problem, without `urn:ietf:params:acme:error:`. Three types are not the authority's own: `connection` for network
   * faults and timeouts, `malformedAnswer` for answers that no authority should give, and `unsupported` for what this one does not offer.
   */
  readonly type: string
  /** The authority's own words, or ours; one line. */
  readonly detail: string
  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined
  /** What was wrong with each name. */
  readonly subproblems: AcmeProblem[]
  /** Before this time, asking again is useless; undefined if the authority names none. */
  readonly retryAfter: Date | undefined

  constructor(message: string, problem: AcmeFault) {
    super(message, problem.cause === undefined ? undefined : { cause: problem.cause })
    this.type = problem.type
    this.detail = problem.detail ?? message
    this.status = problem.status
    this.subproblems = problem.subproblems ?? []
    this.retryAfter = problem.retryAfter
  }
}

interface AcmeFault {
  type: string
  detail?: string
  status?: number
  subproblems?: AcmeProblem[]
  retryAfter?: Date
  cause?: unknown
}

/** Returns the error for an answer that no authority should give. */
export function malformed(url: string, fault: string, status?: number): AcmeError {
  return new AcmeError(`${hostOf(url)} answered what is no ACME: ${fault}.`, { type: 'malformedAnswer', status })
}

/** Returns the error for an answer without a status of success. */
export function refused(url: string, status: number, body: unknown, retryAfter: Date | undefined): AcmeError {
  const problem = readProblem(body)
  if (problem === undefined) {
    const type = status === 429 ? 'rateLimited' : status >= 500 ? 'serverInternal' : 'malformedAnswer'
    return new AcmeError(`${hostOf(url)} answered ${status} without saying why.`, { type, status, retryAfter })
  }
  const named = problem.subproblems
    .filter(({ identifier }) => identifier !== undefined)
    .slice(0, namedSubproblems)
    .map(({ identifier, detail, type }) => ` ${identifier?.value}: ${detail || type}`)
  const message = `${hostOf(url)} refused: ${problem.detail.replace(/\.$/, '') || 'it does not say why'} (${problem.type}).${named.length > 0 ? ` ${toLine(named.join(';'))}` : ''}`
  const { type, detail, subproblems } = problem
  return new AcmeError(message, { type, detail, status, subproblems, retryAfter })
}

/** Nobody reads more names than this in one line. */
const namedSubproblems = 5
const maxSubproblems = 100
const maxTextLength = 1_000
const namespace = 'urn:ietf:params:acme:error:'

/** Returns the problem in a problem document, or in the `error` of an order or challenge; undefined if it is none. */
export function readProblem(value: unknown): AcmeProblem | undefined {
  const problem = readOneProblem(value)
  if (problem === undefined || !isRecord(value) || !Array.isArray(value.subproblems)) return problem
  // Subproblems have no subproblems (RFC 8555, section 6.7.1).
  const found = value.subproblems.slice(0, maxSubproblems).map(readOneProblem)
  return { ...problem, subproblems: found.filter((each) => each !== undefined) }
}

function readOneProblem(value: unknown): AcmeProblem | undefined {
  if (!isRecord(value) || typeof value.type !== 'string') return undefined
  const type = toLine(value.type)
  return {
    type: type.startsWith(namespace) ? type.slice(namespace.length) : type,
    detail: typeof value.detail === 'string' ? toLine(value.detail) : '',
    status: typeof value.status === 'number' ? value.status : undefined,
    identifier: readIdentifier(value.identifier),
    subproblems: [],
  }
}

/** Puts an untrusted text on one line of bounded length, so that it can be used in logs and on pages. */
export function toLine(text: string): string {
  const line = text.slice(0, maxTextLength).replaceAll(/[\p{C}\s]+/gu, ' ')
  return line.trim()
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'The authority'
}
