import { describe, expect, it } from 'vitest'
import { GraphQLError } from 'graphql'
import { AppError, badInput } from '../ground/errors.ts'
import { createApiLog } from '../ground/log.ts'
import { logError, toPublicError, withRequestId } from './public-errors.ts'

/** An error as a resolver throws it. */
const thrown = (cause: Error) => new GraphQLError(cause.message, { originalError: cause, path: ['account'] })

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' })
const shutdown = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
const unforeseen = new TypeError('secret is not a function')

describe('toPublicError', () => {
  it.each<[string, unknown, object]>([
    [
      'passes on an error that is meant for the client',
      thrown(badInput('name', 'Too long')),
      {
        message: 'Too long',
        path: ['account'],
        extensions: { code: 'BAD_USER_INPUT', field: 'name', docs: '/docs/errors#bad_user_input' },
      },
    ],
    [
      'reports a fault in a document as BAD_USER_INPUT',
      new GraphQLError('Syntax Error'),
      {
        message: 'Syntax Error',
        extensions: { code: 'BAD_USER_INPUT', docs: '/docs/errors#bad_user_input' },
      },
    ],
    [
      'reports an unreachable database as UNAVAILABLE',
      thrown(refused),
      {
        message: 'The database is not reachable at the moment. Try again in a few seconds.',
        path: ['account'],
        extensions: { code: 'UNAVAILABLE', docs: '/docs/errors#unavailable' },
      },
    ],
    ['reports a database that shuts down as UNAVAILABLE', thrown(shutdown), { extensions: { code: 'UNAVAILABLE' } }],
    [
      'reports a full disk as UNAVAILABLE',
      thrown(full),
      {
        message: 'The server has no room left to save this. Tell the operator, and try again later.',
        extensions: { code: 'UNAVAILABLE' },
      },
    ],
    [
      'masks everything else',
      thrown(unforeseen),
      {
        message: 'Something went wrong on our side. Try again; if it persists, tell the operator the request id.',
        path: ['account'],
        extensions: { code: 'INTERNAL', docs: '/docs/errors#internal' },
      },
    ],
    [
      'masks a value that does not fit its type',
      new GraphQLError('Int cannot represent 1e99', { path: ['account'] }),
      {
        extensions: { code: 'INTERNAL' },
      },
    ],
  ])('%s', (_guarantee, error, expected) => {
    expect(toPublicError(error)).toMatchObject(expected)
  })
})

describe('withRequestId', () => {
  it('adds the request id to masked errors only', () => {
    const [masked, open] = withRequestId(
      [toPublicError(thrown(unforeseen)), toPublicError(new GraphQLError('x'))],
      'r1',
    )
    expect(masked?.extensions).toMatchObject({ requestId: 'r1' })
    expect(open?.extensions).not.toHaveProperty('requestId')
  })
})

describe('logError', () => {
  it('logs a masked error with its stack', () => {
    expect(logOf(thrown(unforeseen))).toMatchObject([
      { level: 50, msg: 'unexpected error', err: { message: 'secret is not a function', stack: expect.any(String) } },
    ])
  })

  it('logs the cause of a refusal if there is one', () => {
    expect(logOf(thrown(refused))).toMatchObject([{ level: 40, code: 'UNAVAILABLE', err: { code: 'ECONNREFUSED' } }])
    expect(logOf(thrown(new AppError('CONFLICT', 'No', { internal: unforeseen })))).toMatchObject([
      { code: 'CONFLICT' },
    ])
  })

  it('omits values that were to be saved', () => {
    const values = { params: ['a secret'], detail: 'Failing row contains (a secret).' }
    const [line] = logOf(thrown(Object.assign(new Error('null value'), { code: '23502', ...values })))
    expect(line).toMatchObject({ err: { message: 'null value', code: '23502' } })
    expect(JSON.stringify(line)).not.toContain('secret')
  })

  it("logs nothing about clients' faults", () => {
    expect(logOf(thrown(badInput('name', 'Too long')))).toEqual([])
    expect(logOf(new GraphQLError('Syntax Error'))).toEqual([])
  })
})

function logOf(error: unknown): unknown[] {
  const lines: string[] = []
  logError(
    createApiLog({ name: 'test', level: 'trace', destination: { write: (line) => void lines.push(line) } }),
    error,
  )
  return lines.map((line): unknown => JSON.parse(line))
}
