import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cleanup } from '../../cleanup.ts'
import { until } from '../../until.ts'
import { watchMemory } from './test-bed.ts'
import { type Scenario, expectThat } from './scenario.ts'

const connections = 1_000
/** A client has 30 s to send a complete request, and is checked every 30 s. */
const cutWithinMs = 65_000
const huge = Buffer.from(`X-Huge: ${'x'.repeat(1_000_000)}\r\n`)

/** What anyone on the machine tries with the pages for its operator. */
export const operatorScenarios: readonly Scenario[] = [
  {
    area: 'what one may cost',
    promise:
      "1,000 connections with slow, huge or broken heads to the outbox and to the edge's operations port end, and others are served",
    async run(testBed, cleanup) {
      const { site, api, edge, operationsPort } = testBed
      const pages = [`${site.outboxUrl}/`, `http://127.0.0.1:${operationsPort}/metrics`]
      const ports = [Number(new URL(site.outboxUrl).port), operationsPort]
      const memories = [await watchMemory(api, cleanup), await watchMemory(edge, cleanup)]
      const beganMs = performance.now()
      const sockets = (await Promise.all(ports.map((port) => attack(port, cleanup)))).flat()
      let slowestMs = 0
      for (let time = 0; time < 20; time += 1, await delay(200)) {
        slowestMs = Math.max(slowestMs, ...(await Promise.all(pages.map(read))))
      }
      await until(
        'all hostile connections have ended',
        async () => sockets.every(({ destroyed }) => destroyed),
        cutWithinMs,
      )
      const endedAfter = Math.round((performance.now() - beganMs) / 1_000)
      slowestMs = Math.max(slowestMs, ...(await Promise.all(pages.map(read))))
      const [apiMb = 0, edgeMb = 0] = memories.map((memory) => memory.grownMb())
      const figure = `${sockets.length} ended after ${endedAfter} s at most, others waited ${slowestMs} ms at most, the API grew by ${apiMb} MB, the edge by ${edgeMb} MB`
      expectThat(slowestMs < 2_000 && apiMb < 100 && edgeMb < 100, figure)
      return figure
    },
  },
]

/** Opens connections of each kind, which continue for as long as they are allowed to. */
async function attack(port: number, cleanup: Cleanup): Promise<Socket[]> {
  const sockets: Socket[] = []
  cleanup.defer(() => sockets.forEach((socket) => socket.destroy()))
  while (sockets.length < connections) {
    // The bystander lives in the same process.
    const next = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'))
    sockets.push(...next)
    await Promise.all(
      next.map(async (socket, index) => {
        socket.on('error', () => {}).resume()
        await once(socket, 'connect')
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
        // One third is silent after that; one third sends a little now and then; one third sends far more than a head may have.
        if (index % 3 === 1) void drip(socket)
        if (index % 3 === 2) socket.write(huge)
      }),
    )
  }
  return sockets
}

async function drip(socket: Socket): Promise<void> {
  for (; !socket.destroyed; await delay(1_000, undefined, { ref: false })) socket.write('X-Slow: x\r\n')
}

/** Reads a page as the operator does; returns how long that took, in milliseconds. */
async function read(page: string): Promise<number> {
  const beganMs = performance.now()
  const answer = await fetch(page, { headers: { connection: 'close' } })
  await answer.text()
  expectThat(answer.status === 200, `${page} was answered with ${answer.status}`)
  return Math.round(performance.now() - beganMs)
}
