import { Pool } from 'pg'
import type { ApiClient } from './client.ts'
import { measureLoad, type Load } from './load.ts'
import type { Plan } from './options.ts'
import { refreshSessions, type Person } from './people.ts'
import type { Statement } from './statements.ts'
import type { Task } from './tasks.ts'

/** One load: a task requested from the API, or its statements sent straight through pg. */
export interface LoadSample extends Load {
  task: string
  way: 'api' | 'sql'
  round: number
}

/** As many connections as the API has. */
const connectionsMax = 10
const warmUpSeconds = 1

/** Measures each task both ways once per round, so that a change in the machine's performance affects both alike. */
export async function measureRounds(
  api: ApiClient,
  tasks: readonly Task[],
  people: readonly Person[],
  databaseUrl: string,
  plan: Plan,
  signal: AbortSignal,
  onProgress: (line: string) => void,
): Promise<LoadSample[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: connectionsMax })
  const measure = (task: Task, way: LoadSample['way'], seconds: number) =>
    measureLoad({ concurrency: plan.concurrency, seconds }, signal, async (worker) => {
      const index = worker % people.length
      const [person, statements] = [people[index], task.statements[index]]
      if (!person || !statements) throw new Error('A worker has nobody to ask for.')
      await (way === 'api' ? task.ask(api, person) : replay(pool, statements))
    })
  try {
    for (const task of tasks) {
      for (const way of ['api', 'sql'] as const) await measure(task, way, warmUpSeconds)
    }
    const samples: LoadSample[] = []
    for (let round = 1; round <= plan.rounds; round += 1) {
      await refreshSessions(api, people)
      for (const task of tasks) {
        // An agent that was silent for a while counts as lost, and its first report does more than others.
        for (const person of people) await task.ask(api, person)
        // Neither variant always follows the other.
        for (const way of round % 2 === 1 ? (['api', 'sql'] as const) : (['sql', 'api'] as const)) {
          const load = await measure(task, way, plan.seconds)
          samples.push({ task: task.name, way, round, ...load })
          onProgress(
            `round ${round}/${plan.rounds}  ${task.name} ${way}: ${Math.round(load.perSecond)}/s, ` +
              `p99 ${load.p99Ms.toFixed(1)} ms, ${load.errors} errors`,
          )
        }
      }
    }
    return samples
  } finally {
    await pool.end()
  }
}

/** Sends the statements of one request one after another on one connection. */
async function replay(pool: Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { text, values } of statements) await client.query(text, values)
  } finally {
    client.release()
  }
}
