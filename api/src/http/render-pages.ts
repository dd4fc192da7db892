import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import type { PageAnswer, PageQuery, RenderedPages } from '@culvert/schema/rendered-pages'
import { execute, parse } from 'graphql'
import type { App } from '../platform/app.ts'
import { type Bounding, createContext } from './context.ts'
import { OperationBudget } from './cost/operation-budget.ts'
import { schema } from './schema.ts'

/** A machine that takes longer has no time for it. */
const renderMsMax = 60_000
const heapMegabytes = 256
/** Less urgent than anything that answers a request. */
const priority = 10
/** The most that is kept of its output, for the error message. */
const outputCharactersMax = 4_000

/**
 * Runs the program that renders the public pages, with this installation's own answers to their queries. It is a separate process: rendering keeps
 * no request waiting here, and its memory is freed with it. Rejects when it fails, takes too long, or is stopped.
 */
export async function renderPages(
  app: App,
  bounding: Bounding,
  program: string,
  stop: AbortSignal,
): Promise<RenderedPages> {
  const child = fork(program, {
    // Nothing of this process: it has the installation's secrets.
    env: { NODE_ENV: 'production' },
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal: AbortSignal.any([stop, AbortSignal.timeout(renderMsMax)]),
    killSignal: 'SIGKILL',
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(0, outputCharactersMax)
  })
  let pages: RenderedPages | undefined
  let fault: unknown
  child.on('error', (error) => (fault ??= error))
  child.on('message', (message: PageQuery | RenderedPages) => {
    if (message.kind === 'pages') {
      pages = message
      return
    }
    answer(app, bounding, message).then(
      (result) => child.connected && child.send(result),
      (error: unknown) => {
        fault ??= error
        child.kill('SIGKILL')
      },
    )
  })
  // Not before it has ended: the API leaves no process behind.
  const code = await waitForExit(child)
  if (pages !== undefined) return pages
  throw fault ?? new Error(`The program that draws the public pages ended with ${code}: ${output}`)
}

/** Returns the exit code of a process; null if a signal ended it, or if it never began. */
function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.on('close', resolve)
    if (child.pid === undefined) child.on('error', () => resolve(null))
  })
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, priority)
  } catch {
    // It has ended already, or the system does not let us.
  }
}

/** Answers as for a client that is not signed in. */
async function answer(app: App, bounding: Bounding, { id, query, variables }: PageQuery): Promise<PageAnswer> {
  const contextValue = createContext(app, {
    ...bounding,
    requestId: randomUUID(),
    actor: { kind: 'anonymous' } as const,
    clientAddress: '127.0.0.1',
    userAgent: null,
    cookies: undefined,
    budget: new OperationBudget(app.config.operationMs),
  })
  const result = await execute({ schema, document: parse(query), variableValues: variables, contextValue })
  // The executor's objects have no prototype, and its scalars are objects of their own.
  return { id, result: JSON.parse(JSON.stringify(result)) }
}
