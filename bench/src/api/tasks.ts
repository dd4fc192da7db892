import { dashboardDocuments, readOperations } from '@culvert/schema/documents'
import { OperationTypeNode } from 'graphql'
import { median } from '../statistics.ts'
import type { ApiClient, Operation } from './client.ts'
import type { Person } from './people.ts'
import { recordStatements, type Statement } from './statements.ts'

/** A request to repeat. */
export interface Task {
  name: string
  ask: (api: ApiClient, person: Person) => Promise<unknown>
  /** The statements that the API sends to the database for it, by person. */
  statements: Statement[][]
}

const heaviestCount = 5
const trialsPerQuery = 10

/** Returns the dashboard's heaviest queries, as measured now, then the report of an agent; each with its statements. */
export async function chooseTasks(api: ApiClient, people: readonly Person[], file: string): Promise<Task[]> {
  const [first] = people
  if (!first) return []
  const timed: { name: string; query: string; ms: number }[] = []
  for (const [name, query] of readOperations(dashboardDocuments, OperationTypeNode.QUERY)) {
    const operation = { query, variables: toVariables(first) }
    // A query with variables that only its screen knows is skipped.
    const answers = await api.send(operation, first.accessToken).catch(() => undefined)
    if (answers !== undefined) timed.push({ name, query, ms: await measureMs(api, operation, first) })
  }
  const heaviest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, heaviestCount)
  const queries = heaviest.map(({ name, query }) => ({
    name,
    ask: (to: ApiClient, person: Person) => to.send({ query, variables: toVariables(person) }, person.accessToken),
  }))
  const tasks: Task[] = []
  for (const task of [...queries, createReport()]) {
    const statements: Statement[][] = []
    for (const person of people) {
      statements.push(await recordStatements(file, async () => void (await task.ask(api, person))))
    }
    tasks.push({ ...task, statements })
  }
  return tasks
}

/** Sends an agent's report, whose counters grow each time, like those of an agent under load. */
function createReport() {
  const query = readOperations('agent/src/**/*.graphql', OperationTypeNode.MUTATION).get('ReportAgent') ?? ''
  let requestCount = 0
  return {
    name: 'reportAgent',
    ask: async (api: ApiClient, { agentId, authId }: Person) => {
      requestCount += 1
      const input = { agentId, requestCount, dataIn: requestCount * 100, dataOut: requestCount * 1_000 }
      await api.send({ query, variables: { input } }, authId)
    },
  }
}

async function measureMs(api: ApiClient, operation: Operation, { accessToken }: Person): Promise<number> {
  const durations: number[] = []
  for (let trial = 0; trial < trialsPerQuery; trial += 1) {
    const start = performance.now()
    await api.send(operation, accessToken)
    durations.push(performance.now() - start)
  }
  return median(durations)
}

/** Each query uses the variables that it knows. */
const toVariables = ({ accountId }: Person) => ({ accountId, id: accountId, page: 1, pageSize: 10 })
