import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readCpuSeconds } from '../cpu.ts'
import { describeMachine, readMachine } from '../machine.ts'
import { readMemoryBytes } from '../memory.ts'
import { findServerUrl, parseCount, readOptions } from '../options.ts'
import { findSparePort, type Program, Scope } from '../scope.ts'
import { median, medianRatio } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'
import { isAnswering } from '../tunnel/probe.ts'
import { measureOrders, ordersMin } from './orders.ts'
import { type CertificatePlane, edgeSecret, startCertificatePlane } from './control-plane.ts'

const usage = `npm run bench -- certificates [options]

How many full TLS handshakes a second an edge does that has its certificates from the API: for one name, for many names in turn, and for one name while
a challenge by a certificate is open, when each ClientHello is looked into; what the certificates in memory take; and what it takes an API to order some.

  --names N     how many names (10000)
  --clients N   handshakes at a time (32)
  --rounds N    interleaved rounds, of which the medians count (5)
  --seconds N   length of each load (3)
  --orders N    certificates to order, one after the other, at most 35 (35)
  --database URL  a PostgreSQL server for the orders; TEST_DATABASE_URL when left out`

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

interface Load {
  port: number
  edge: Program
  clients: number
  names: number
  /** With 0, each name is requested once. */
  seconds: number
  round: number
}

interface Sample {
  perSecond: number
  /** The edge's CPU time per handshake. */
  cpuMicros: number
  failed: number
}

/** Runs the benchmark of certificates; returns whether every handshake was completed. */
export async function runCertificatesBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = readOptions(args, {
    names: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    orders: { type: 'string', default: '35' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    console.log(usage)
    return true
  }
  const names = parseCount('--names', values.names)
  const clients = parseCount('--clients', values.clients)
  const rounds = parseCount('--rounds', values.rounds)
  const seconds = parseCount('--seconds', values.seconds)
  const orders = parseCount('--orders', values.orders, ordersMin)
  const serverUrl = findServerUrl(values.database)
  const machine = await readMachine()
  const scope = await Scope.open('certificates', signal)
  try {
    const plane = await startCertificatePlane(scope)
    const { edge, port } = await startEdge(scope, plane, names)
    const shared = { edge, port, clients }
    // Node compiles hot code while it runs.
    await load({ ...shared, names: 1, seconds, round: 0 })
    const before = (await readMemoryBytes(edge.pid)) ?? Number.NaN
    const first = await load({ ...shared, clients: 128, names, seconds: 0, round: 0 })
    const after = (await readMemoryBytes(edge.pid)) ?? Number.NaN
    console.error(`${names} names known after ${plane.countQueries()} questions, ${first.failed} failures`)

    const samples: Record<'one' | 'many' | 'watched', Sample[]> = { one: [], many: [], watched: [] }
    for (let round = 0; round < rounds; round += 1) {
      samples.one.push(await load({ ...shared, names: 1, seconds, round }))
      samples.many.push(await load({ ...shared, names, seconds, round }))
      await plane.setChallenge(true)
      samples.watched.push(await load({ ...shared, names: 1, seconds, round }))
      await plane.setChallenge(false)
    }
    const base = samples.one
    const rows = [
      toRow('one name', base, base),
      toRow(`${formatNumber(names)} names in turn`, samples.many, base),
      toRow('one name, a challenge open', samples.watched, base),
    ]
    console.log(`\n${describeMachine(machine)}\nMedians of ${rounds} interleaved rounds of ${seconds} s.\n`)
    console.log(`${renderTable(['full handshakes', 'a second', 'ratio', 'edge µs', 'failed'], rows)}\n`)
    console.log(`A certificate in memory: ${formatNumber((after - before) / names / 1_024)} KiB.\n`)
    await scope.close()
    console.log(`${await measureOrders(orders, serverUrl, signal)}\n`)
    return [first, ...Object.values(samples).flat()].every(({ failed }) => failed === 0)
  } finally {
    await scope.close()
  }
}

async function startEdge(scope: Scope, { url }: CertificatePlane, names: number) {
  const [plainPort, port] = [await findSparePort(), await findSparePort()]
  const edge = scope.start(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'edge/src/main.ts')],
    {
      env: {
        EDGE_HTTP_PORT: String(plainPort),
        EDGE_HTTPS_PORT: String(port),
        EDGE_PROCESSES: '1',
        EDGE_HOST: '127.0.0.1',
        EDGE_SECRET: edgeSecret,
        EDGE_CERTIFICATES: 'api',
        EDGE_CERTIFICATES_MAX: String(names + 1),
        CULVERT_API_URL: url,
        CULVERT_PUBLIC_URL: url,
        CULVERT_TUNNEL_URL: 'https://edge.test',
        CULVERT_DATA: join(scope.folder, 'data'),
        LOG_LEVEL: 'silent',
        // All clients have this machine's address.
        EDGE_CONNECTIONS_PER_ADDRESS: '1000000',
        EDGE_INCOMPLETE_PER_ADDRESS: '1000000',
      },
    },
  )
  await scope.waitFor('the edge', () => isAnswering(plainPort, '127.0.0.1', undefined, '/healthz'))
  return { edge, port }
}

async function load({ edge, port, clients, names, seconds, round }: Load): Promise<Sample> {
  const program = join(import.meta.dirname, 'handshakes.ts')
  const before = await readCpuSeconds([edge.pid])
  const args = [port, clients, names, seconds, round].map(String)
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args])
  const after = await readCpuSeconds([edge.pid])
  const told: { done: number; failed: number; seconds: number } = JSON.parse(stdout)
  const cpuMicros = (((after ?? Number.NaN) - (before ?? Number.NaN)) * 1e6) / told.done
  return { perSecond: told.done / told.seconds, cpuMicros, failed: told.failed }
}

function toRow(name: string, samples: readonly Sample[], base: readonly Sample[]): string[] {
  const pairs = samples.map(({ perSecond }, round) => [perSecond, base[round]?.perSecond ?? Number.NaN] as const)
  return [
    name,
    formatNumber(median(samples.map(({ perSecond }) => perSecond))),
    formatNumber(medianRatio(pairs)),
    formatNumber(median(samples.map(({ cpuMicros }) => cpuMicros))),
    String(samples.reduce((sum, { failed }) => sum + failed, 0)),
  ]
}
