import { parseCount, readOptions } from '../options.ts'
import type { Plan } from './rounds.ts'

/** The parsed command line. */
export interface TunnelOptions extends Plan {
  /** Names of the contestants to measure besides `direct`; undefined for all. */
  only?: readonly string[]
  /** Where to write all measurements, as JSON. */
  jsonFile?: string
  /** Where Culvert's programs write CPU profiles. */
  profileFolder?: string
}

/** The usage text. */
export const usage = `npm run bench -- tunnel [options]

Requests per second, latency and transfer rates of Culvert beside other tunnels, all on loopback.

  --rounds N           interleaved rounds, of which the medians count (5)
  --seconds N          length of each load (5)
  --connections LIST   connections at once, separated by commas (1,50,200)
  --size MIB           size of one transfer in MiB; 0 leaves transfers out (1024)
  --only LIST          contestants to measure beside direct: culvert, culvert-no-inspect, culvert-tls,
                       bare, ssh, localtunnel, frp-tcp, frp-http, rathole, chisel (all that are installed)
  --json FILE          write every sample too
  --profile FOLDER     keep CPU profiles of Culvert's programs (slows them down)

Needs nginx, wrk and curl.`

/** Reads the arguments after `tunnel`; undefined if help is wanted. */
export function parseOptions(args: readonly string[]): TunnelOptions | undefined {
  const values = parse(args)
  if (values.help) return undefined
  return {
    rounds: parseCount('--rounds', values.rounds),
    seconds: parseCount('--seconds', values.seconds),
    connections: splitList(values.connections).map((text) => parseCount('--connections', text)),
    transferBytes: parseCount('--size', values.size, 0) * 2 ** 20,
    only: values.only === undefined ? undefined : splitList(values.only),
    jsonFile: values.json,
    profileFolder: values.profile,
  }
}

function parse(args: readonly string[]) {
  return readOptions(args, {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1,50,200' },
    size: { type: 'string', default: '1024' },
    only: { type: 'string' },
    json: { type: 'string' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
}

const splitList = (text: string) => text.split(',').map((item) => item.trim())
