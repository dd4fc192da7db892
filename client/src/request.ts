import { type AnsweredError, CulvertError, toError } from './error.ts'

/** A document with the types of its input and output; code generators create these. */
export interface TypedDocument<Result, Variables> {
  toString(): string
  /** Never set: it carries the types. */
  __apiType?: (variables: Variables) => Result
}

export interface ClientOptions {
  /** The installation's address, for example https://culvert.example.com. */
  url: string
  /** `ck_…`, with the scopes for what is requested. Keep it on servers: in a browser, anyone can read it. */
  apiKey: string
  /** How many seconds in total one operation waits when the API answers RATE_LIMITED: 60 by default, 0 for not at all. */
  maxWaitSeconds?: number
  /** Replaces the `fetch` of the runtime. */
  fetch?: typeof fetch
}

interface RequestOptions {
  /** Cancels the operation, and its waiting. */
  signal?: AbortSignal
}

/** Runs one operation. Rejects with a CulvertError for every answer that has errors, even if it also has data. */
export type Request = <Result, Variables>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  options?: RequestOptions,
) => Promise<Result>

const maxWaitSecondsDefault = 60
const attemptsMax = 10

export function createRequest(options: ClientOptions): Request {
  const { url, apiKey, maxWaitSeconds = maxWaitSecondsDefault } = options
  checkAddress(url)
  // The error of `fetch` would repeat it.
  if (!/^[\x21-\x7e]*\s*$/.test(apiKey)) throw new TypeError('Expected an apiKey of visible ASCII characters.')
  return async (document, variables, { signal } = {}) => {
    const body = JSON.stringify({ query: document.toString(), variables })
    let waitedSeconds = 0
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(options, body, signal)
      } catch (error) {
        const seconds = findWait(error)
        waitedSeconds += seconds ?? 0
        if (seconds === undefined || attempt === attemptsMax || waitedSeconds > maxWaitSeconds) throw error
        await wait(seconds, signal)
      }
    }
  }
}

/** Throws unless `url` can be the address of a server. Callers without types may pass the value of a variable that is not set. */
export function checkAddress(url: string): void {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return
  throw new TypeError(`Expected a url such as https://culvert.example.com, got ${JSON.stringify(url)}.`)
}

/** Returns the cause of an error of `fetch`, whose own message says only that it failed. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return describeFailure(error.cause)
  // Several addresses were tried, each with an error of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0])
  return error.message
}

/** Returns after how many seconds an operation may be sent again: an operation over a limit has done nothing. */
function findWait(error: unknown): number | undefined {
  return error instanceof CulvertError && error.code === 'RATE_LIMITED' ? error.retryAfterSeconds : undefined
}

async function send<Result>(
  { url, apiKey, ...options }: ClientOptions,
  body: string,
  signal?: AbortSignal,
): Promise<Result> {
  const answer = await (options.fetch ?? fetch)(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body,
    signal: signal ?? null,
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new CulvertError(`${url} does not answer: ${describeFailure(cause)}`, { code: 'NO_ANSWER', cause })
  })
  const requestId = answer.headers.get('x-request-id') ?? undefined
  const { data, errors } = await readAnswer(answer).catch((cause: unknown) => {
    signal?.throwIfAborted()
    const message = `${url} answered with status ${answer.status} and nothing of the API. Is it the address of a Culvert?`
    throw new CulvertError(message, { code: 'NO_ANSWER', requestId, cause })
  })
  if (errors || !data) throw toError(errors ?? [], requestId)
  // The document's own type describes the data.
  return data as Result
}

/** A GraphQL answer. */
interface Answer {
  data?: unknown
  errors?: AnsweredError[] | null
}

/** Reads an answer; throws if it is not one. */
async function readAnswer(answer: Response): Promise<Answer> {
  const value: unknown = await answer.json()
  if (!isAnswer(value)) throw new TypeError()
  return value
}

/** Other programs answer with `data` and `errors`, too. */
function isAnswer(value: unknown): value is Answer {
  if (!isRecord(value) || !('data' in value || 'errors' in value)) return false
  const { data = null, errors = null } = value
  return (data === null || isRecord(data)) && (errors === null || (Array.isArray(errors) && errors.every(isError)))
}

const isError = (value: unknown): boolean => isRecord(value) && typeof value.message === 'string'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1_000)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}
