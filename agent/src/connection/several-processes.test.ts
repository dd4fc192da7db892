import { describe, expect, it } from 'vitest'
import { sendRequest, startLink } from '../testing/edge-link.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import type { FakeServer, FakeSession } from '../testing/fake-server.ts'

const message = 'This edge is drained.'

/** Accepts an agent's sessions in all processes of an edge, in any order. Each session is sent its process number. */
async function welcomeAll(edge: FakeServer, count: number): Promise<FakeSession[]> {
  const sessions: FakeSession[] = []
  for (let taken = 0; taken < count; taken += 1) {
    const session = await edge.nextSession()
    const number = session.process ?? 0
    session.welcome({ resumeToken: `resume-${number}`, process: { number, count } })
    sessions[number] = session
    await sendRequest(session, `/${number}`)
  }
  return sessions
}

describe('an agent whose edge has several processes', () => {
  it('opens a session in each of them, all with the same ticket', async () => {
    const edge = await startFakeServer()
    const link = startLink({ urls: [edge.url] })
    const first = await edge.nextSession()
    expect(first.process).toBeUndefined()
    first.welcome({ resumeToken: 'resume-1', process: { number: 1, count: 3 } })
    const others = [await edge.nextSession(), await edge.nextSession()]
    expect(new Set(others.map(({ process }) => process))).toEqual(new Set([0, 2]))
    expect(others.map(({ hello }) => hello.ticket)).toEqual(['ticket-1', 'ticket-1'])
    for (const session of others) session.welcome({ resumeToken: `resume-${session.process}` })
    for (const session of [first, ...others]) await sendRequest(session, '/')
    expect(link).toMatchObject({ statuses: ['connected'], tickets: 1 })
  })

  it('opens at most 8 sessions', async () => {
    const edge = await startFakeServer()
    startLink({ urls: [edge.url] })
    const first = await edge.nextSession()
    first.welcome({ process: { number: 9, count: 64 } })
    const others = []
    for (let taken = 1; taken < 8; taken += 1) others.push(await edge.nextSession())
    expect(new Set(others.map(({ process }) => process))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]))
    expect(edge.waitingSessions).toBe(0)
  })

  it('resumes a lost session in the same process, and serves in the others meanwhile', async () => {
    const edge = await startFakeServer()
    const link = startLink({ urls: [edge.url] })
    const sessions = await welcomeAll(edge, 3)
    for (const number of [0, 1, 2]) {
      sessions[number]?.socket.destroy()
      const again = await edge.nextSession()
      expect(again).toMatchObject({ process: number, hello: { resumeToken: `resume-${number}`, ticket: null } })
      for (const other of [0, 1, 2])
        if (other !== number && sessions[other]) await sendRequest(sessions[other], '/meanwhile')
      again.welcome({ resumeToken: `resume-${number}`, process: { number, count: 3 } })
      await sendRequest(again, '/again')
      sessions[number] = again
    }
    expect(link).toMatchObject({ statuses: ['connected'], tickets: 1 })
  })

  it('requests a single ticket if several processes no longer know it', async () => {
    const edge = await startFakeServer()
    const link = startLink({ urls: [edge.url] })
    const sessions = await welcomeAll(edge, 3)
    for (const session of sessions) session.socket.destroy()
    for (const _ of sessions) (await edge.nextSession()).refuse('RESUME_UNKNOWN', 'This edge was started again.')
    const again = await welcomeAll(edge, 3)
    expect(again.map(({ hello }) => hello.ticket)).toEqual(['ticket-2', 'ticket-2', 'ticket-2'])
    expect(link.statuses).toEqual(['connected', 'reconnecting', 'connected'])
  })

  it('has a session in each process after restarts with 2, 3 and 1 of them', async () => {
    const edge = await startFakeServer()
    startLink({ urls: [edge.url] })
    for (const count of [2, 3, 1]) {
      await startAgain(edge, count)
      await edge.kill()
      await edge.restart()
    }
  })

  it('moves all of its sessions when the edge asks it to', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    const link = startLink({ urls: [one.url], laterUrls: [two.url] })
    const former = await welcomeAll(one, 2)
    for (const session of former) session.wire.move(message)
    const present = await welcomeAll(two, 2)
    for (const session of former) await sendRequest(session, '/former')
    for (const session of former) session.wire.goAway({ code: 'SHUTDOWN', message, graceMs: 1_000 })
    for (const session of former) await session.closed
    for (const session of present) await sendRequest(session, '/after')
    expect(link.statuses).toEqual(['connected'])
  })

  it('redials the process that it has lost rather than another edge, while the others serve', async () => {
    const [one, two] = [await startFakeServer(), await startFakeServer()]
    startLink({ urls: [one.url, two.url] })
    const [first, second] = await welcomeAll(one, 2)
    first?.socket.destroy()
    ;(await one.nextSession()).refuse('RESUME_UNKNOWN', 'Started again.')
    const again = await one.nextSession()
    expect(again).toMatchObject({ process: 0, hello: { ticket: 'ticket-2' } })
    if (second) await sendRequest(second, '/meanwhile')
    expect(two.waitingSessions).toBe(0)
  })

  it('ends in all processes when one of them says STOPPED', async () => {
    const edge = await startFakeServer()
    const link = startLink({ urls: [edge.url] })
    const [first, second] = await welcomeAll(edge, 2)
    second?.wire.goAway({ code: 'STOPPED', message: 'It is over.', graceMs: 0 })
    expect(await link.ended).toBeInstanceOf(Error)
    await first?.closed
    expect(first?.goAway).toMatchObject({ code: 'SHUTDOWN' })
  })
})

/** Acts as a restarted edge of `count` processes that knows no resume token. Resolves once each has a session. */
async function startAgain(edge: FakeServer, count: number): Promise<void> {
  const found = new Set<number>()
  while (found.size < count) {
    const session = await edge.nextSession()
    const number = session.process ?? 0
    if (session.hello.resumeToken !== null) {
      session.refuse('RESUME_UNKNOWN', 'Started again.')
      continue
    }
    session.welcome({ resumeToken: `resume-${number}`, ...(count > 1 && { process: { number, count } }) })
    await sendRequest(session, `/${number}`)
    found.add(number)
  }
}
