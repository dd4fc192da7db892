import { describe, expect, it } from 'vitest'
import { startFakeServer } from '../testing/fake-server.ts'
import { sendRequest, startLink, welcomeNext } from '../testing/edge-link.ts'
import { findSparePort } from '../testing/sockets.ts'

const message = 'This edge is drained.'

describe('an agent that knows several edges', () => {
  it('goes to the next one when its own has died', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    startLink({ urls: [one.url, two.url] })
    await welcomeNext(one)
    await one.kill()
    const asking = await two.nextSession()
    expect(asking.hello).toMatchObject({ ticket: null, resumeToken: 'resume-1' })
    asking.refuse('RESUME_UNKNOWN', 'Not mine.')
    // The API may still name the one that has died, and first.
    expect((await welcomeNext(two)).hello.ticket).toBe('ticket-2')
  })

  it('passes over one that takes no agents, with the same ticket', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    startLink({ urls: [one.url, two.url] })
    ;(await one.nextSession()).refuse('SHUTDOWN', message)
    expect((await welcomeNext(two)).hello.ticket).toBe('ticket-1')
  })

  it('asks the API for others when all that it knows have been away for a while', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    startLink({ urls: [one.url], laterUrls: [two.url], refreshAfterMs: 0 })
    await welcomeNext(one)
    await one.kill()
    expect((await welcomeNext(two)).hello.ticket).toBe('ticket-2')
  })
})

describe('an agent whose edge wants it elsewhere', () => {
  it('opens a session at another edge, and serves on both until the former leaves', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    const { targets } = startLink({ urls: [one.url], laterUrls: [two.url] })
    const former = await welcomeNext(one)
    expect(former.hello.features).toContain('move')
    former.wire.move(message)
    const present = await two.nextSession()
    expect(present.hello).toMatchObject({ ticket: 'ticket-2', resumeToken: null })
    await sendRequest(former, '/before')
    present.welcome()
    await sendRequest(present, '/present')
    await sendRequest(former, '/former')
    expect(targets).toEqual(['/first', '/before', '/present', '/former'])
    expect(former.goAway).toBeUndefined()
    former.wire.goAway({ code: 'SHUTDOWN', message, graceMs: 1_000 })
    await former.closed
    await sendRequest(present, '/after')
  })

  it('stays there as long as no other takes it', async () => {
    const one = await startFakeServer()
    const { targets } = startLink({ urls: [one.url], laterUrls: [`http://localhost:${await findSparePort()}`] })
    const former = await welcomeNext(one)
    former.wire.move(message)
    await sendRequest(former, '/still')
    expect(targets).toEqual(['/first', '/still'])
  })

  it('takes its connection up again when that breaks before another edge has taken it', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    startLink({ urls: [one.url, two.url], laterUrls: [two.url, one.url] })
    const former = await welcomeNext(one)
    former.wire.move(message)
    ;(await two.nextSession()).refuse('SHUTDOWN', 'Not here.')
    ;(await one.nextSession()).refuse('SHUTDOWN', message)
    former.socket.destroy()
    // It may have dialled once more before it noticed.
    let next = await one.nextSession()
    while (next.hello.resumeToken === null) {
      next.refuse('SHUTDOWN', message)
      next = await one.nextSession()
    }
    expect(next.hello.resumeToken).toBe('resume-1')
  })
})
