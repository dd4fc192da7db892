import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import type { Events } from './events.ts'
import { openEvents } from './open.ts'

/** Events between several servers are tested in testing/whole/nodes.test.ts. */
describe('events in this process', () => {
  let here: Events
  beforeAll(async () => {
    here = await openEvents({}, pino({ level: 'silent' }))
  })
  afterAll(() => here.close())

  it('reach only subscribers of their topic and key', async () => {
    const key = `account-${process.pid}`
    const mine = here.subscribe('agentChanged', key)
    const others = here.subscribe('agentChanged', 'another-account')
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

  it('end the wait of a subscriber that leaves', async () => {
    const key = `left-${process.pid}`
    const events = here.subscribe('accountChanged', key)
    await publishUntil(() => here.publish('accountChanged', key, { accountId: key }), events.next())
    const waiting = events.next()
    await events.return?.()
    await waiting
  })
})

/** Publishes until the subscriber has received the event. */
async function publishUntil<T>(publish: () => void, heard: Promise<T>): Promise<T> {
  const timer = setInterval(publish, 20)
  return await heard.finally(() => clearInterval(timer))
}
