import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Events } from './events.ts'
import { openEvents } from './open.ts'

const log = pino({ level: 'silent' })

/** What two nodes of an installation share. TEST_REDIS_URL adds a Redis server to what is tested. */
const engines = [
  { name: 'in this process', redisUrl: undefined },
  ...(process.env.TEST_REDIS_URL ? [{ name: 'in Redis', redisUrl: process.env.TEST_REDIS_URL }] : []),
]

describe.each(engines)('events $name', ({ redisUrl }) => {
  let here: Events
  let there: Events
  beforeAll(async () => {
    here = (await openEvents(redisUrl, log)).events
    there = redisUrl === undefined ? here : (await openEvents(redisUrl, log)).events
  })
  afterAll(async () => {
    await here.close()
    if (there !== here) await there.close()
  })

  it('reach subscribers on every node, those of their topic and key only', async () => {
    const key = `account-${process.pid}`
    const mine = there.subscribe('agentChanged', key)
    const others = there.subscribe('agentChanged', 'another-account')
    const heardElsewhere: unknown[] = []
    void others.next().then((event) => heardElsewhere.push(event))

    const { value } = await publishUntil(() => {
      here.publish('gatewayChanged', key, { gatewayId: 'g1' })
      here.publish('agentChanged', key, { agentId: 'a1' })
    }, mine.next())
    expect(value).toEqual({ agentId: 'a1' })
    expect(heardElsewhere).toEqual([])
    await mine.return?.()
    await others.return?.()
  })

  it('keep no subscriber waiting who leaves', async () => {
    const key = `left-${process.pid}`
    const events = there.subscribe('accountChanged', key)
    await publishUntil(() => here.publish('accountChanged', key, { accountId: key }), events.next())
    const waiting = events.next()
    await events.return?.()
    await waiting
  })
})

it('a delivery that fails is logged and fails nobody', async () => {
  const lines: string[] = []
  const { events } = await openEvents(
    'redis://127.0.0.1:1',
    pino({ level: 'error' }, { write: (line) => lines.push(line) }),
  )
  events.publish('accountChanged', 'a1', { accountId: 'a1' })
  while (!lines.some((line) => line.includes('event not delivered'))) await new Promise(setImmediate)
  await events.close()
})

/** Publishes until the subscriber has heard: subscribing takes Redis a moment. */
async function publishUntil<T>(publish: () => void, heard: Promise<T>): Promise<T> {
  const timer = setInterval(publish, 20)
  return await heard.finally(() => clearInterval(timer))
}
