import { randomInt } from 'node:crypto'
import { randomPartLength } from '../agent-tokens/rules.ts'

const adjectives = listWords(`
  amber ample azure bold brave breezy bright brisk calm candid clear clever cool coral cosy crisp deep eager early easy
  fair fleet fond fresh gentle glad golden grand happy hardy jolly keen kind light lively lucid lucky mellow merry mild
  misty noble proud quick quiet rapid ready shiny silent silver smooth snowy solid steady still sunny swift tidy vivid
  warm wide wise`)

const nouns = listWords(`
  arch bank basin bay beach bend bridge brook canal cape cave channel cliff coast cove creek current dale dam delta dune
  eddy fall ferry fjord ford glade gorge grove gulf harbor hill inlet island lagoon lake marsh meadow mill moor oasis
  pass path pebble pier pond pool port quay rapids reef ridge river shore spring stone strait stream tide trail valley
  wave weir well`)

/** Makes a hostname for one session, such as `calm-brook-7k2q.culvert.localhost`: one of several billion. */
export function makeRandomHostname(domain: string): string {
  const suffix = randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0')
  return `${pick(adjectives)}-${pick(nouns)}-${suffix}.${domain}`
}

/** Makes a name that begins with a prefix, such as `acme-x7k2q90ab`. */
export function makePrefixedName(prefix: string): string {
  return `${prefix}${randomInt(36 ** randomPartLength)
    .toString(36)
    .padStart(randomPartLength, '0')}`
}

function pick(words: string[]): string {
  return words[randomInt(words.length)] ?? ''
}

function listWords(text: string): string[] {
  return text.trim().split(/\s+/)
}
