import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Histogram, StepSum, TrafficOf, TrafficSum } from './rules.ts'

/** The figures that are added up. */
const figures = [
  'informational',
  'success',
  'redirection',
  'clientErrors',
  'serverErrors',
  'bytesIn',
  'bytesOut',
] as const

/** Adds to existing sums. Hold a lock that makes two writers take turns: they write the same rows in any order. */
export async function addSums(trx: Trx, sums: readonly TrafficSum[]): Promise<void> {
  if (sums.length === 0) return
  await trx
    .insertInto('trafficSums')
    .values(sums)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'gatewayId', 'startsAt', 'agentId']).doUpdateSet((eb) => ({
        ...addFigures(eb),
        // The plan may have changed meanwhile.
        keptUntil: eb.fn<string>('greatest', [eb.ref('trafficSums.keptUntil'), eb.ref('excluded.keptUntil')]),
        durations: sql<number[]>`array(
          select before + added from unnest(traffic_sums.durations, excluded.durations) with ordinality as both_of (before, added, place)
          order by place
        )`,
      })),
    )
    .execute()
}

function addFigures(eb: ExpressionBuilder<Tables & { excluded: Tables['trafficSums'] }, 'trafficSums' | 'excluded'>) {
  return Object.fromEntries(
    figures.map((figure) => [figure, eb(`trafficSums.${figure}`, '+', eb.ref(`excluded.${figure}`))]),
  )
}

/** The sums of a gateway or an agent since an instant. */
export interface SumQuery {
  accountId: string
  of: TrafficOf
  since: Date
  stepMs: number
}

function selectSums(db: Db, { accountId, of, since }: SumQuery) {
  return db
    .selectFrom('trafficSums')
    .where('accountId', '=', accountId)
    .where((eb) => eb.and(of))
    .where('startsAt', '>=', since)
}

/** The step of a sum. */
const stepOf = ({ stepMs }: SumQuery) => {
  const seconds = sql.lit(stepMs / 1_000)
  return sql<Date>`to_timestamp(floor(extract(epoch from starts_at) / ${seconds}) * ${seconds})`
}

/** Returns the sums of each step; a step without requests is left out. */
export async function sumSteps(db: Db, query: SumQuery): Promise<StepSum[]> {
  return await selectSums(db, query)
    .select(({ fn }) => [stepOf(query).as('startsAt'), ...figures.map((figure) => fn.sum<number>(figure).as(figure))])
    .groupBy(stepOf(query))
    .execute()
}

/** Returns a histogram of durations for each step, by its start in milliseconds. */
export async function sumDurations(db: Db, query: SumQuery): Promise<Map<number, Histogram>> {
  const rows = await selectSums(db, query)
    .innerJoinLateral(
      sql<{ requests: number; place: number }>`unnest(durations) with ordinality`.as<'counted'>(
        sql`counted (requests, place)`,
      ),
      (join) => join.onTrue(),
    )
    .select(({ fn }) => [
      stepOf(query).as('startsAt'),
      sql<number>`place - 1`.as('place'),
      fn.sum<number>('requests').as('requests'),
    ])
    .where('requests', '>', 0)
    .groupBy([stepOf(query), 'place'])
    .execute()
  const byStep = Map.groupBy(rows, ({ startsAt }) => startsAt.getTime())
  return new Map(
    [...byStep].map(([start, ofStep]) => [start, new Map(ofStep.map(({ place, requests }) => [place, requests]))]),
  )
}

/** Deletes some of the sums that were kept until before a day. Returns how many. */
export async function deleteSomeBefore(db: Db, day: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from traffic_sums where ctid = any(array(select ctid from traffic_sums where kept_until < ${day} limit ${limit}))
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
