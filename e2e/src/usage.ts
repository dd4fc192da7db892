import { setTimeout as delay } from 'node:timers/promises'
import { TrafficDocument, type TrafficQuery } from './control/control.generated.ts'
import type { Person } from './people.ts'
import { until } from './until.ts'

type Usage = TrafficQuery['account']['usage']

/** What visits have used. */
export type VisitUsage = Omit<Usage, 'agentMinutes'>

/** Reads what a person's account has used this month. */
export async function readUsage({ control, accountId }: Pick<Person, 'control' | 'accountId'>): Promise<Usage> {
  return (await control.request(TrafficDocument, { accountId })).account.usage
}

/** Resolves with what visits have used once nothing more is counted; the agents' time goes on. */
export async function readStillUsage(person: Pick<Person, 'control' | 'accountId'>): Promise<VisitUsage> {
  return await untilStill(async () => {
    const { apiRequests, dataOutBytes } = await readUsage(person)
    return { apiRequests, dataOutBytes }
  })
}

/** Resolves with a reading once it is the same twice, with time between for an edge to report. */
async function untilStill<T>(read: () => Promise<T>): Promise<T> {
  let reading = await read()
  await until('nothing is counted any more', async () => {
    const before = JSON.stringify(reading)
    await delay(2_500)
    reading = await read()
    return JSON.stringify(reading) === before
  })
  return reading
}
