import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { residentBytes } from './test-bed.ts'
import { type Scenario, expectThat } from './scenario.ts'

/** What visitors try. */
export const visitorScenarios: readonly Scenario[] = [
  {
    area: 'what one may cost',
    promise: 'One address may hold 512 connections with an unfinished request; the next is refused',
    async run({ site, edge }, cleanup) {
      const before = await residentBytes(edge)
      const sockets = Array.from({ length: 512 }, () => connect(site.edgePort, '127.0.0.1'))
      cleanup.defer(() => sockets.forEach((socket) => socket.destroy()))
      await Promise.all(
        sockets.map(async (socket) => {
          await once(socket, 'connect')
          socket.write('GET / HTTP/1.1\r\nHost: ')
        }),
      )
      const next = connect(site.edgePort, '127.0.0.1')
      next.write('GET / HTTP/1.1\r\nHost: ')
      const answer = await text(next)
      expectThat(answer.startsWith('HTTP/1.1 429 '), `the 513th was answered "${answer.slice(0, 40)}"`)
      const grown = (await residentBytes(edge)) - before
      return `512 held, 513th answered 429, ${Math.round(grown / 1e5) / 10} MB of the edge`
    },
  },
]
