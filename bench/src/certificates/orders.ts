import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'node:tls'
import { startAuthority } from '@culvert/acme/authority'
import { operate } from '@culvert/e2e/operator'
import { signUp } from '@culvert/e2e/people'
import { publicAddress, PublicInstallation } from '@culvert/e2e/public-installation'
import { readResources, reportingOptions } from '@culvert/e2e/resources'
import { findSlope } from '@culvert/e2e/slope'
import { createDatabase } from '../api/database.ts'
import { readCpuSeconds } from '../cpu.ts'
import { median } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'

/** First orders for one registered domain wait beyond this number. */
const ordersMax = 40
/** As many as are needed to state the error of a slope. */
export const ordersMin = 3
/** Orders that are not counted, while Node compiles and caches fill. */
const warmUpOrders = 5
const pollMs = 50
/** How long the API is observed while nothing is ordered. */
const idleMs = 15_000
const kibibyte = 1_024

interface Sample {
  /** From the answer that the gateway is reserved to the first handshake with its certificate. */
  seconds: number
  /** Of the API, in that time. */
  cpuSeconds: number
  /** The API's memory afterwards, after a garbage collection. */
  memoryBytes: number
}

/**
 * Orders certificates for gateways one after another, at a private authority on this machine. API and edge run separately, on a PostgreSQL server. Returns a table
 * with the time until each was served, and what each cost the API: CPU time beyond that of as many seconds without orders, and memory that it still holds after a
 * garbage collection.
 */
export async function measureOrders(count: number, serverUrl: string, signal: AbortSignal): Promise<string> {
  const ends: (() => unknown)[] = []
  try {
    const cleanup = { defer: (end: () => unknown) => void ends.push(end) }
    const database = await createDatabase(serverUrl)
    cleanup.defer(() => database.drop())
    const site = await PublicInstallation.plan(cleanup, (place) => startAuthority({ resolve: () => place }))
    site.env.DATABASE_URL = database.url
    site.env.SEALING_SECRET = 'only for the benchmark, long enough to seal'
    site.env.NODE_OPTIONS = reportingOptions
    const api = await site.startSeparately()
    const cpu = async () => (await readCpuSeconds([api.pid])) ?? Number.NaN
    const ada = await signUp(site, 'Ada')
    await operate(site, 'accounts', 'set-plan', ada.namespace, 'Custom')
    await untilServed(site, site.dashboard, signal)

    const order = async (name: string): Promise<Sample> => {
      const hostname = `${name}-${ada.namespace}.${site.domain}`
      site.names.zone[`A ${hostname}`] = [publicAddress]
      const cpuBefore = await cpu()
      await ada.createGateway(name, site.domain)
      const startedMs = performance.now()
      await untilServed(site, hostname, signal)
      const seconds = (performance.now() - startedMs) / 1_000
      const cpuSeconds = (await cpu()) - cpuBefore
      return { seconds, cpuSeconds, memoryBytes: (await readResources(api)).memoryBytes }
    }
    for (let index = 0; index < warmUpOrders; index += 1) await order(`w${index}`)
    const idleBefore = await cpu()
    await delay(idleMs, undefined, { signal })
    const idleShare = ((await cpu()) - idleBefore) / (idleMs / 1_000)
    const samples: Sample[] = []
    for (let index = 0; index < Math.min(count, ordersMax - warmUpOrders); index += 1) {
      samples.push(await order(`n${index}`))
    }
    const times = samples.map(({ seconds }) => seconds)
    const ordering = samples.map(({ seconds, cpuSeconds }) => cpuSeconds - idleShare * seconds)
    const { slope, error } = findSlope(samples.map(({ memoryBytes }) => memoryBytes / kibibyte))
    return renderTable(
      ['orders', 'seconds until served', 'longest', 'API CPU ms each', 'API CPU ms a second idle', 'API KiB each', '±'],
      [
        [
          String(samples.length),
          formatNumber(median(times)),
          formatNumber(Math.max(...times)),
          formatNumber((ordering.reduce((sum, each) => sum + each, 0) / samples.length) * 1e3),
          formatNumber(idleShare * 1e3),
          formatNumber(slope),
          formatNumber(error),
        ],
      ],
    )
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

/** Tries handshakes until one succeeds. */
async function untilServed({ env }: PublicInstallation, servername: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    // Only the presence of a certificate is measured; tests check whose it is.
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
