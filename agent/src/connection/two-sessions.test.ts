import { describe, expect, it, vi } from 'vitest'
import { exitCodes, Failure } from '../failure.ts'
import { sendRequest, startLink, welcomeNext } from '../testing/edge-link.ts'
import { startFakeServer } from '../testing/fake-server.ts'

/** Starts edges, each with a different resume token. */
const startEdges = async (...names: string[]) => {
  const edges = await Promise.all(names.map((name) => startFakeServer({ resumeToken: `resume-${name}` })))
  const [one, two, three = one] = edges
  if (one === undefined || two === undefined || three === undefined) throw new Error('There are two edges at least.')
  return { one, two, three, urls: edges.map(({ url }) => url) }
}

const message = 'This edge is drained.'

describe('an agent with sessions at two edges', () => {
  it('dials both simultaneously, each with its own ticket, and is connected once one welcomes it', async () => {
    const { one, two, urls } = await startEdges('1', '2')
    const link = startLink({ urls, edgesMax: 2 })
    const [first, second] = await Promise.all([one.nextSession(), two.nextSession()])
    expect([first.hello.ticket, second.hello.ticket]).toEqual(['ticket-1', 'ticket-2'])
    expect(link.statuses).toEqual([])
    second.welcome()
    await link.untilStatus('connected')
    await sendRequest(second, '/second')
    first.welcome()
    await sendRequest(first, '/first')
    expect(link).toMatchObject({ targets: ['/second', '/first'], statuses: ['connected'], tickets: 2 })
  })

  it('has a single session if the server names one edge', async () => {
    const { one, urls } = await startEdges('1', '2')
    const link = startLink({ urls: urls.slice(0, 1), edgesMax: 4 })
    const session = await welcomeNext(one)
    session.wire.goAway({ code: 'SHUTDOWN', message: 'This edge is stopping.', graceMs: 0 })
    await welcomeNext(one)
    expect(link).toMatchObject({ statuses: ['connected', 'reconnecting', 'connected'], tickets: 2 })
  })

  it('uses a third edge only when it has lost one of the two', async () => {
    const { one, two, three, urls } = await startEdges('1', '2', '3')
    const link = startLink({ urls, edgesMax: 2 })
    await Promise.all([welcomeNext(one), welcomeNext(two)])
    await one.kill()
    // The spare edge is used when another one is lost.
    ;(await three.nextSession()).refuse('RESUME_UNKNOWN', 'Not mine.')
    expect((await welcomeNext(three)).hello.ticket).toBe('ticket-3')
    expect(link.statuses).toEqual(['connected'])
  })

  it('keeps serving at one edge while the other is lost, and reconnects once that is back', async () => {
    const { one, two, urls } = await startEdges('1', '2')
    const link = startLink({ urls, edgesMax: 2 })
    const [, session] = await Promise.all([welcomeNext(one), welcomeNext(two)])
    await one.kill()
    await sendRequest(session, '/meanwhile')
    await one.restart()
    const again = await one.nextSession()
    expect(again.hello.resumeToken).toBe('resume-1')
    again.refuse('RESUME_UNKNOWN', 'This edge was started again.')
    await welcomeNext(one)
    await sendRequest(session, '/still')
    expect(link.statuses).toEqual(['connected'])
    expect(session.goAway).toBeUndefined()
  })

  it('reports that it is reconnecting when no session is left, until there is one again', async () => {
    const { one, two, urls } = await startEdges('1', '2')
    const link = startLink({ urls, edgesMax: 2 })
    await Promise.all([welcomeNext(one), welcomeNext(two)])
    await one.kill()
    expect(link.statuses).toEqual(['connected'])
    await two.kill()
    await link.untilStatus('reconnecting')
    await one.restart()
    ;(await one.nextSession()).welcome()
    await link.untilStatus('connected')
  })

  it('continues when one edge refuses its tickets, and dials that one again', async () => {
    const { one, two, urls } = await startEdges('1', '2')
    const link = startLink({ urls, edgesMax: 2 })
    const session = await welcomeNext(one)
    ;(await two.nextSession()).refuse('TICKET_INVALID', 'The ticket is not one that this edge accepts.')
    ;(await two.nextSession()).refuse('TICKET_INVALID', 'The ticket is not one that this edge accepts.')
    await welcomeNext(two)
    await sendRequest(session, '/still')
    expect(link.statuses).toEqual(['connected'])
  })

  it('ends with a fault when every edge refuses new tickets', async () => {
    const { one, two, urls } = await startEdges('1', '2')
    const { ended } = startLink({ urls, edgesMax: 2 })
    const refuse = async (edge: typeof one, times: number) => {
      for (let count = 0; count < times; count += 1) (await edge.nextSession()).refuse('TICKET_INVALID', 'Not mine.')
    }
    // The first session is given its first ticket and does not request it.
    await Promise.race([Promise.all([refuse(one, 9), refuse(two, 9)]), ended])
    expect(await ended).toMatchObject({ exitCode: exitCodes.fault })
  })

  it.each(['STOPPED', 'GATEWAY_DELETED', 'REPLACED'] as const)('ends at both edges when one says %s', async (code) => {
    const { one, two, urls } = await startEdges('1', '2')
    const { ended } = startLink({ urls, edgesMax: 2 })
    const [first, second] = await Promise.all([welcomeNext(one), welcomeNext(two)])
    first.wire.goAway({ code, message: 'It is over.', graceMs: 0 })
    expect(await ended).toMatchObject({ exitCode: exitCodes.endedFromServer })
    await second.closed
    expect(second.goAway).toMatchObject({ code: 'SHUTDOWN' })
  })

  it('ends at both edges when the second one says STOPPED', async () => {
    const { one, two, urls } = await startEdges('1', '2')
    const { ended } = startLink({ urls, edgesMax: 2 })
    const [first, second] = await Promise.all([welcomeNext(one), welcomeNext(two)])
    second.wire.goAway({ code: 'STOPPED', message: 'Stopped.', graceMs: 0 })
    expect(await ended).toMatchObject({ exitCode: exitCodes.endedFromServer })
    await first.closed
    expect(first.goAway).toMatchObject({ code: 'SHUTDOWN' })
  })

  it('ends at both edges when the API says that it has ended', async () => {
    const { one, two, urls } = await startEdges('1', '2')
    let hasEnded = false
    const { ended } = startLink({
      urls,
      edgesMax: 2,
      renewTicket: async () => {
        if (hasEnded) throw new Failure(exitCodes.endedFromServer, 'Your tunnel was ended.', { why: 'It was stopped.' })
        return { ticket: 'ticket-2', edges: { urls, authorities: [] } }
      },
    })
    const [first, second] = await Promise.all([welcomeNext(one), welcomeNext(two)])
    hasEnded = true
    first.socket.destroy()
    ;(await one.nextSession()).refuse('RESUME_UNKNOWN', 'Not held.')
    expect(await ended).toMatchObject({ exitCode: exitCodes.endedFromServer })
    await second.closed
    expect(second.goAway).toMatchObject({ code: 'SHUTDOWN' })
  })

  it('keeps one session if two URLs lead to the same edge', async () => {
    const one = await startFakeServer()
    const link = startLink({ urls: [one.url, one.url.replace('localhost', '127.0.0.1')], edgesMax: 2 })
    const first = await one.nextSession()
    const second = await one.nextSession()
    first.welcome()
    await sendRequest(first, '/first')
    first.wire.goAway({ code: 'REPLACED', message: 'A newer connection has taken over.', graceMs: 1_000 })
    second.welcome()
    await sendRequest(second, '/second')
    await first.closed
    await sendRequest(second, '/still')
    expect(link.statuses).toEqual(['connected'])
  })

  it('moves one of its sessions to a third edge, and serves at both until the former one closes', async () => {
    const { one, two, three, urls } = await startEdges('1', '2', '3')
    const link = startLink({ urls: urls.slice(0, 2), laterUrls: urls, edgesMax: 2 })
    const former = await welcomeNext(one)
    const other = await welcomeNext(two)
    former.wire.move(message)
    const present = await welcomeNext(three)
    await sendRequest(former, '/former')
    former.wire.goAway({ code: 'SHUTDOWN', message, graceMs: 1_000 })
    await former.closed
    for (const session of [other, present]) await sendRequest(session, '/after')
    expect(link.statuses).toEqual(['connected'])
  })

  it('returns to an edge that sent it away with SHUTDOWN, even if the API does not name it', async () => {
    const { one, two, urls } = await startEdges('1', '2')
    const link = startLink({ urls, laterUrls: urls.slice(1), edgesMax: 2 })
    const former = await welcomeNext(one)
    expect(link.tickets).toBe(2)
    former.wire.goAway({ code: 'SHUTDOWN', message, graceMs: 0 })
    await one.kill()
    await one.restart()
    const again = await welcomeNext(one)
    expect(again.hello.ticket).toMatch(/^ticket-/)
    expect(two.calls).toEqual([])
    await vi.waitFor(() => expect(link.statuses.at(-1)).toBe('connected'))
  })
})
