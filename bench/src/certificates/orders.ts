import { once } from 'node:events'
import { connect } from 'node:tls'
import { startAuthority } from '@culvert/acme/authority'
import { signUp } from '@culvert/e2e/people'
import { operate } from '@culvert/e2e/operator'
import { publicAddress, PublicInstallation } from '@culvert/e2e/public-installation'
import { setTimeout as delay } from 'node:timers/promises'
import { readCpuSeconds } from '../cpu.ts'
import { readMemoryBytes } from '../memory.ts'
import { median } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'

/** First orders for one registered domain wait from here on. */
const ordersMax = 40
const pollMs = 50
const kibibyte = 1_024

interface Sample {
  /** From the answer that the gateway is reserved to the first handshake with its certificate. */
  seconds: number
  cpuMillis: number
}

/**
 * Orders certificates for gateways, one after the other, at an authority of our own on this machine, with the whole of Culvert in one process. Returns a table with
 * the time until each was served, and with what that process took; the authority is not counted.
 */
export async function measureOrders(count: number, signal: AbortSignal): Promise<string> {
  const ends: (() => unknown)[] = []
  try {
    const cleanup = { defer: (end: () => unknown) => void ends.push(end) }
    const site = await PublicInstallation.plan(cleanup, (place) => startAuthority({ resolve: () => place }))
    const program = await site.start()
    const ada = await signUp(site, 'Ada')
    await operate(site, 'accounts', 'set-plan', ada.namespace, 'Custom')
    await untilServed(site, site.dashboard, signal)
    const before = (await readMemoryBytes(program.pid)) ?? Number.NaN
    const samples: Sample[] = []
    for (let index = 0; index < Math.min(count, ordersMax); index += 1) {
      const hostname = `n${index}-${ada.namespace}.${site.domain}`
      site.names.zone[`A ${hostname}`] = [publicAddress]
      const cpuBefore = await readCpuSeconds([program.pid])
      await ada.createGateway(`n${index}`, site.domain)
      const startedMs = performance.now()
      await untilServed(site, hostname, signal)
      const seconds = (performance.now() - startedMs) / 1_000
      const cpuMillis = ((await readCpuSeconds([program.pid])) ?? Number.NaN) * 1e3 - (cpuBefore ?? Number.NaN) * 1e3
      samples.push({ seconds, cpuMillis })
    }
    const after = (await readMemoryBytes(program.pid)) ?? Number.NaN
    const times = samples.map(({ seconds }) => seconds)
    return renderTable(
      ['orders', 'seconds until served', 'longest', 'CPU ms each', 'KiB each'],
      [
        [
          String(samples.length),
          formatNumber(median(times)),
          formatNumber(Math.max(...times)),
          formatNumber(median(samples.map(({ cpuMillis }) => cpuMillis))),
          formatNumber((after - before) / samples.length / kibibyte),
        ],
      ],
    )
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

/** Tries handshakes until one is done. */
async function untilServed({ env }: PublicInstallation, servername: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    // What is measured is whether there is a certificate; whose it is, tests look at.
    const socket = connect({ host: '127.0.0.1', port: Number(env.HTTPS_PORT), servername, rejectUnauthorized: false })
    try {
      await once(socket, 'secureConnect', { signal })
      return
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Error)) throw error
    } finally {
      socket.destroy()
    }
    await delay(pollMs, undefined, { signal })
  }
}
