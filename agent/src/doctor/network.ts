import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { messageOf } from '@culvert/program'
import { hostOf } from '../net/url-parts.ts'
import { findProxy } from '../net/proxy.ts'
import { probe } from './probe.ts'
import type { ProbeResult } from './probe.ts'
import { asSentence } from '../sentence.ts'
import { failed, ok, skipped, warning } from './check.ts'
import type { Finding } from './check.ts'

/** Clocks that differ by more than this invalidate tickets and certificates, in milliseconds. */
const skewMsMax = 30_000
const certificateMsMin = 3 * 24 * 60 * 60 * 1000

/** Checks everything between this machine and a server, in the order in which a connection needs it. */
export async function checkNetwork(server: string, authorities: readonly string[]): Promise<Finding[]> {
  const url = new URL(server)
  const proxy = checkProxy(url)
  const findings = [proxy.finding]
  if (proxy.finding.outcome === 'failed') return findings
  const name = proxy.isUsed ? skipped('DNS', 'The proxy resolves names.') : await checkName(url)
  findings.push(name)
  if (name.outcome === 'failed') return findings
  let asked: ProbeResult
  try {
    asked = await probe(new URL('/graphql', url), authorities)
  } catch (error) {
    const why = asSentence(messageOf(error))
    findings.push(failed('Server', why, `Check that Culvert runs at ${server}, and that no firewall is between.`))
    return findings
  }
  findings.push(
    ok(
      'Server',
      `${server} answers in ${Math.round(asked.answerMs)} ms, ${Math.round(asked.connectMs)} ms of it for the connection.`,
    ),
  )
  findings.push(checkCertificate(asked, url), checkClock(asked))
  return findings
}

function checkProxy(url: URL): { finding: Finding; isUsed: boolean } {
  try {
    const proxy = findProxy(url)
    // Its address may contain a password; the origin does not.
    const message =
      proxy === undefined ? 'None is used.' : `${proxy.origin} is used, from HTTPS_PROXY, HTTP_PROXY or ALL_PROXY.`
    return { finding: ok('Proxy', message), isUsed: proxy !== undefined }
  } catch (error) {
    const fix = 'Set HTTPS_PROXY to an address such as http://proxy.example:3128, or unset it.'
    return { finding: failed('Proxy', asSentence(messageOf(error)), fix), isUsed: false }
  }
}

async function checkName(url: URL): Promise<Finding> {
  const host = hostOf(url)
  if (isIP(host) !== 0) return skipped('DNS', `${host} is an address.`)
  if (host === 'localhost' || host.endsWith('.localhost')) return ok('DNS', `${host} is this machine.`)
  try {
    const addresses = await lookup(host, { all: true })
    return ok('DNS', `${host} is ${addresses.map(({ address }) => address).join(', ')}.`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    return failed('DNS', `${host} cannot be resolved${code}.`, 'Check the name, and the DNS servers of this machine.')
  }
}

function checkCertificate({ certificateExpiresAt }: ProbeResult, { protocol }: URL): Finding {
  if (protocol !== 'https:' || certificateExpiresAt === undefined)
    return skipped('TLS', 'The server is asked without TLS.')
  const day = certificateExpiresAt.toISOString().slice(0, 10)
  if (certificateExpiresAt.getTime() - Date.now() > certificateMsMin)
    return ok('TLS', `The certificate is trusted, until ${day}.`)
  return warning(
    'TLS',
    `The certificate expires on ${day}.`,
    'Its operator must renew it: `npm run admin -- certificates list` there.',
  )
}

function checkClock({ fields }: ProbeResult): Finding {
  const date = Date.parse(fields.get('date') ?? '')
  if (Number.isNaN(date)) return skipped('Clock', 'The server did not say its time.')
  const skewMs = Date.now() - date
  if (Math.abs(skewMs) <= skewMsMax) return ok('Clock', 'It agrees with that of the server.')
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  return warning(
    'Clock',
    `It is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of the server.`,
    'Set it, for example with NTP: certificates and tickets are valid for a time.',
  )
}
