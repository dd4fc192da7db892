import type { Environment } from '@culvert/program'
import { HookCommand, HookRequest } from './hook.ts'
import { readNameServer } from './name-server.ts'
import type { DnsPublisher } from './publisher.ts'
import { DynamicUpdates } from './rfc2136.ts'
import { tsigAlgorithms, type TsigKey } from './tsig.ts'

/** Returns the publisher of DNS challenge answers that an environment configures; undefined if it configures none. */
export function readDnsPublisher(environment: Environment): DnsPublisher | undefined {
  const { RFC2136_NAMESERVER: nameServer, ACME_DNS_HOOK: hook } = environment
  if (nameServer !== undefined && hook !== undefined) {
    throw new Error('Expected RFC2136_NAMESERVER or ACME_DNS_HOOK, got both. Unset the one that is not to be used.')
  }
  if (hook !== undefined) return readHook(hook)
  if (nameServer === undefined) {
    const [surplus] = tsigVariables.filter((name) => environment[name] !== undefined)
    if (surplus === undefined) return undefined
    throw new Error(`Expected RFC2136_NAMESERVER beside ${surplus}, got none.`)
  }
  const server = readNameServer(nameServer)
  if (server === undefined) {
    throw new Error(
      `Expected RFC2136_NAMESERVER as HOST:PORT, for example ns1.example.com:53, got ${JSON.stringify(nameServer)}.`,
    )
  }
  return new DynamicUpdates({ server, key: readTsigKey(environment) })
}

const tsigVariables = ['RFC2136_TSIG_KEY', 'RFC2136_TSIG_SECRET', 'RFC2136_TSIG_ALGORITHM'] as const

function readHook(hook: string): DnsPublisher {
  if (!/^https?:/i.test(hook)) return new HookCommand(hook)
  const { protocol, hostname } = URL.canParse(hook) ? new URL(hook) : { protocol: '', hostname: '' }
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return new HookRequest(hook)
  // Everything in it except the host may be secret.
  throw new Error(
    'Expected ACME_DNS_HOOK as a command, an https:// URL, or an http:// URL on loopback; got another URL.',
  )
}

/** Reads the key. Error messages contain no secret, whatever is wrong with it. */
function readTsigKey(environment: Environment): TsigKey | undefined {
  const { RFC2136_TSIG_KEY: name, RFC2136_TSIG_SECRET: encoded, RFC2136_TSIG_ALGORITHM: wanted } = environment
  if (name === undefined && encoded === undefined && wanted === undefined) return undefined
  if (name === undefined || encoded === undefined) {
    throw new Error('Expected RFC2136_TSIG_KEY and RFC2136_TSIG_SECRET together, got one of them.')
  }
  const algorithm = tsigAlgorithms.find((each) => each === (wanted ?? 'hmac-sha256').toLowerCase().replace(/\.$/, ''))
  if (algorithm === undefined) {
    throw new Error(
      `Expected RFC2136_TSIG_ALGORITHM as one of ${tsigAlgorithms.join(', ')}, got ${JSON.stringify(wanted)}.`,
    )
  }
  if (!/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) {
    throw new Error('Expected RFC2136_TSIG_SECRET in base64, as tsig-keygen prints it; got something else.')
  }
  return { name: name.replace(/\.$/, ''), algorithm, secret: Buffer.from(encoded, 'base64') }
}
