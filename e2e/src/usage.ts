import { setTimeout as delay } from 'node:timers/promises'
import { TrafficDocument, type TrafficQuery } from './control/control.generated.ts'
import type { Person } from './people.ts'
import { until } from './until.ts'

type Usage = TrafficQuery['account']['usage']

/** The usage of visits. */
export type VisitUsage = Omit<Usage, 'agentMinutes'>

/** Reads a person's account usage for this month. */
export async function readUsage({ control, accountId }: Pick<Person, 'control' | 'accountId'>): Promise<Usage> {
  return (await control.request(TrafficDocument, { accountId })).account.usage
}

/** Resolves with the usage of visits once nothing more is counted; the agents' time continues. */
export async function readStillUsage(person: Pick<Person, 'control' | 'accountId'>): Promise<VisitUsage> {
  return await untilStill(async () => {
    const { apiRequests, dataOutBytes } = await readUsage(person)
    return { apiRequests, dataOutBytes }
  })
}

/** Resolves with a reading once it is the same twice, with time in between for an edge to report. */
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
