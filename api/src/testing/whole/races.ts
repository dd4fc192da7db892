import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { lockNamespaces } from '../../features/accounts/namespace-repository.ts'
import type { Plan } from '../../features/plans/rules.ts'
import type { ApiConfig } from '../../ground/config.ts'
import type { Database, Db, Trx } from '../../platform/db/db.ts'
import { TestApi } from '../api.ts'
import { ApiError, type TestClient } from '../client.ts'
import { testDatabases } from '../databases.ts'
import type { Member } from '../seed.ts'

/** Two nodes of one installation: two APIs on one database. */
export interface Nodes {
  first: TestApi
  second: TestApi
  db: Db
}

/** The outcome of one operation: it was done, or refused with a code. */
export type Outcome = string

/** Operations that meet, and what holds afterwards. */
export interface Meeting {
  /** What the operations lock, a row or all namespaces: it is kept locked until all of them wait or are done. */
  gate?: { table: 'accounts' | 'agents' | 'users' | 'sessions' | 'invoices'; id: string } | 'namespaces'
  operations: (() => Promise<unknown>)[]
  /** The invariant. Outcomes are in the order of the operations, in whichever order they ran. */
  check: (outcomes: Outcome[]) => void | Promise<void>
}

export interface Race {
  /** The invariant that holds whichever runs first. */
  guarantee: string
  prepare: (nodes: Nodes) => Promise<Meeting>
}

/**
 * Runs each race on two nodes, once in the order of its operations and once in reverse. On PostgreSQL the row of the gate is
 * kept locked until every operation waits for it or is done: each has then been authorized before any of them has changed anything,
 * and they run in their order. Without PostgreSQL they only start at the same time.
 */
export function describeRaces(title: string, races: Race[], overrides: Partial<ApiConfig> = {}): void {
  // Operations wait for one another.
  const config = { operationMs: 120_000, ...overrides }
  const database = testDatabases.findLast(() => true)
  if (!database) throw new Error('There is no database to race on.')

  describe(`${title}, when operations meet on ${database.name}`, () => {
    const nodes: Nodes = {
      first: new TestApi(),
      second: new TestApi(),
      get db() {
        return this.first.app.db
      },
    }
    let gates: { db: Database; close: () => Promise<void> } | undefined

    beforeAll(async () => {
      const opened = await database.open()
      await nodes.first.start(opened, config)
      await nodes.second.start(opened.join(), config)
      if (database.name === 'PostgreSQL') gates = opened.join()
    }, 60_000)
    afterAll(async () => {
      await gates?.close()
      await nodes.second.close()
      await nodes.first.close()
    }, 20_000)

    for (const { guarantee, prepare } of races) {
      it.each(['in this order', 'in reverse'])(`${guarantee} (%s)`, async (order) => {
        const { gate, operations, check } = await prepare(nodes)
        const runs = operations.map((operation) => new Run(operation))
        const inOrder = order === 'in reverse' ? runs.toReversed() : runs
        if (gate && gates) await startBehind(gates.db, gate, inOrder)
        else for (const run of inOrder) run.start()
        const outcomes = await Promise.all(runs.map((run) => run.outcome))
        expect(outcomes.filter((outcome) => !/^[A-Z_]+$/.test(outcome) || outcome === 'INTERNAL')).toEqual([])
        await check(outcomes)
      })
    }
  })
}

/** Counts how often each outcome occurred. */
export function tally(outcomes: readonly Outcome[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** The owner of an account, on a plan without limits but these. */
export async function openAccount({ first }: Nodes, limits: Partial<Plan> = {}): Promise<Member> {
  return await (
    await first.seed.owner('Ada')
  ).withLimits({
    maxSubpoints: -1,
    maxDomains: -1,
    maxTeamMembers: -1,
    maxConcurrentAgents: -1,
    maxIpRestrictions: -1,
    allowsNamespaceChange: true,
    ...limits,
  })
}

/** Blocks every operation that locks the member's account. */
export function accountGate({ accountId }: Member): Meeting['gate'] {
  return { table: 'accounts', id: accountId }
}

/** A name that no other test uses. */
export function unique(): string {
  return randomUUID().slice(0, 8)
}

/** Invites a user, and returns the secret of the link. */
export async function invite({ client, accountId }: Member, email = `${unique()}@example.com`) {
  const made = await call(client, 'inviteMember', { accountId, email }, 'invite { id url }')
  const { id, url } = made.invite as { id: string; url: string }
  return { id, token: URL.parse(url)?.searchParams.get('invite_token') }
}

/** Runs a mutation by its name, and returns what it selects of the payload. */
export async function call(
  client: TestClient,
  mutation: string,
  input: Record<string, unknown>,
  selection = '__typename',
): Promise<Record<string, unknown>> {
  const inputType = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`
  const { body } = await client.post({
    query: `mutation ($input: ${inputType}!) { ${mutation}(input: $input) { ${selection} } }`,
    variables: { input },
  })
  const [error] = body.errors ?? []
  if (error) throw new ApiError(error)
  return (body.data as Record<string, Record<string, unknown>>)[mutation] ?? {}
}

/** One operation that is started in its turn. */
class Run {
  readonly outcome: Promise<Outcome>
  isDone = false
  readonly #started = Promise.withResolvers<void>()

  constructor(operation: () => Promise<unknown>) {
    this.outcome = this.#started.promise
      .then(operation)
      .then(
        () => 'OK',
        (error: unknown) => (error instanceof ApiError ? String(error.code) : `fault: ${String(error)}`),
      )
      .finally(() => (this.isDone = true))
  }

  start(): void {
    this.#started.resolve()
  }
}

/** Starts one operation after the other while the gate is locked, and unlocks it once all of them wait or are done. */
async function startBehind(db: Database, gate: NonNullable<Meeting['gate']>, runs: Run[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lock(trx, gate)
    for (const [index, run] of runs.entries()) {
      run.start()
      await waitUntilHeld(db, runs.slice(0, index + 1))
    }
  })
}

async function lock(trx: Trx, gate: NonNullable<Meeting['gate']>): Promise<void> {
  if (gate === 'namespaces') return await lockNamespaces(trx)
  await trx.selectFrom(gate.table).select('id').where('id', '=', gate.id).forUpdate().executeTakeFirstOrThrow()
}

const heldWithinMs = 15_000

async function waitUntilHeld(db: Db, runs: readonly Run[]): Promise<void> {
  const tooLong = AbortSignal.timeout(heldWithinMs)
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    if ((rows[0]?.waiting ?? 0) >= runs.filter(({ isDone }) => !isDone).length) return
    if (tooLong.aborted) throw new Error('An operation neither waits for the gate nor is done.')
    await pause(2)
  }
}
