import { describe, expect, it } from 'vitest'
import { startFakeServer } from '../testing/fake-server.ts'
import { sendRequest, startLink, welcomeNext } from '../testing/edge-link.ts'
import { findSparePort } from '../testing/sockets.ts'

const message = 'This edge is drained.'

describe('an agent that knows several edges', () => {
  it('connects to the next one when its own is killed', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    startLink({ urls: [one.url, two.url] })
    await welcomeNext(one)
    await one.kill()
    const asking = await two.nextSession()
    expect(asking.hello).toMatchObject({ ticket: null, resumeToken: 'resume-1' })
    asking.refuse('RESUME_UNKNOWN', 'Not mine.')
    // The API may still list the dead one, and list it first.
    expect((await welcomeNext(two)).hello.ticket).toBe('ticket-2')
  })

  it('skips one that accepts no agents, and keeps its ticket', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    startLink({ urls: [one.url, two.url] })
    ;(await one.nextSession()).refuse('SHUTDOWN', message)
    expect((await welcomeNext(two)).hello.ticket).toBe('ticket-1')
  })

  it('asks the API for others when all known ones have been unreachable for a while', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    startLink({ urls: [one.url], laterUrls: [two.url], refreshAfterMs: 0 })
    await welcomeNext(one)
    await one.kill()
    expect((await welcomeNext(two)).hello.ticket).toBe('ticket-2')
  })
})

describe('an agent whose edge asks it to move', () => {
  it('opens a session at another edge, and serves at both until the former one closes', async () => {
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

  it('stays while no other edge accepts it', async () => {
    const one = await startFakeServer()
    const { targets } = startLink({ urls: [one.url], laterUrls: [`http://localhost:${await findSparePort()}`] })
    const former = await welcomeNext(one)
    former.wire.move(message)
    await sendRequest(former, '/still')
    expect(targets).toEqual(['/first', '/still'])
  })

  it('resumes its session if the connection breaks before another edge has accepted it', async () => {
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
