import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Program, Scope } from '../scope.ts'
import { isAnswering } from '../tunnel/probe.ts'
import { ApiClient } from './client.ts'

const root = join(import.meta.dirname, '../../..')

/** The environment of an API. Its address is part of the tokens that it signs, so they are valid only at the same port. */
export interface ApiTarget {
  /** Undefined: an embedded database in a separate folder. */
  databaseUrl: string | undefined
  port: number
}

/** The secret that the API shares with edges. */
export const edgeSecret = 'the secret of a benchmark without any edge'

/** Runs an API in a separate process while some work is done. */
export async function withApi<T>(
  target: ApiTarget,
  signal: AbortSignal,
  work: (api: ApiClient, program: Program) => Promise<T>,
): Promise<T> {
  return await inScope(signal, async (scope) => await runApi(scope, target, { args: [], env: {} }, work))
}

/** Does the same with an API that writes each statement it sends to a file. */
export async function withRecordedApi<T>(
  target: ApiTarget,
  signal: AbortSignal,
  work: (api: ApiClient, statementsFile: string) => Promise<T>,
): Promise<T> {
  return await inScope(signal, async (scope) => {
    const file = join(scope.folder, 'statements')
    await writeFile(file, '')
    const recording = {
      args: ['--import', join(import.meta.dirname, 'record-statements.ts')],
      env: { BENCH_STATEMENTS: file },
    }
    return await runApi(scope, target, recording, (api) => work(api, file))
  })
}

async function inScope<T>(signal: AbortSignal, work: (scope: Scope) => Promise<T>): Promise<T> {
  const scope = await Scope.open('api', signal)
  try {
    return await work(scope)
  } finally {
    await scope.close()
  }
}

async function runApi<T>(
  scope: Scope,
  { databaseUrl, port }: ApiTarget,
  more: { args: readonly string[]; env: Record<string, string> },
  work: (api: ApiClient, program: Program) => Promise<T>,
): Promise<T> {
  const url = `http://localhost:${port}`
  const program = scope.start(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...more.args, join(root, 'api/src/main.ts')],
    {
      env: {
        // A Redis of the surrounding shell must not be used.
        REDIS_URL: undefined,
        DATABASE_URL: databaseUrl,
        CULVERT_DATA: join(scope.folder, 'data'),
        PORT: String(port),
        CULVERT_PUBLIC_URL: url,
        EDGE_SECRET: edgeSecret,
        MAIL_OUTBOX_PORT: '0',
        LOG_LEVEL: 'warn',
        // Counted as always, but never reached: 20 people request what hundreds would.
        API_READ_POINTS_PER_MINUTE: '1000000000',
        ...more.env,
      },
    },
  )
  await scope.waitFor('the API', () => isAnswering(port, `localhost:${port}`, undefined, '/healthz'), 60_000)
  const api = new ApiClient(url)
  try {
    return await work(api, program)
  } finally {
    api.close()
  }
}
