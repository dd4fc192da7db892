import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:tls'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { startApp } from '../../apps.ts'
import {
  AddCustomDomainDocument,
  CreateGatewayDocument,
  CustomDomainsDocument,
  OpenAccountDocument,
  VerifyCustomDomainDocument,
} from '../../control/control.generated.ts'
import { domain as offeredDomain } from '../../culvert.ts'
import { operate } from '../../operator.ts'
import type { Person } from '../../people.ts'
import { until } from '../../until.ts'
import { postQuery as askApi } from './post-query.ts'
import { type Scenario, expectThat } from './scenario.ts'

/** What visitors and tenants try with names that are not theirs. */
export const hostnameScenarios: readonly Scenario[] = [
  {
    area: 'TLS',
    promise:
      'HTTPS without SNI is served, an unknown name is refused as such, and a Host beside the certificate gets 421',
    async run(testBed, cleanup) {
      const app = await startApp(cleanup, (_request, response) => response.end('served'))
      const { hostname } = await testBed.openTunnel(cleanup, app.port)
      const at = { host: '127.0.0.1', port: testBed.securePort, rejectUnauthorized: false }
      const nameless = await ask(at, hostname)
      expectThat(nameless.startsWith('HTTP/1.1 200 '), `without SNI the answer was "${nameless.slice(0, 40)}"`)
      const refused = await ask({ ...at, servername: 'nobody.example.com' }, hostname).catch(codeOf)
      expectThat(refused === 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME', `an unknown name met "${refused.slice(0, 40)}"`)
      const other = await ask({ ...at, servername: hostname }, 'other.example.com')
      expectThat(other.startsWith('HTTP/1.1 421 '), `another Host was answered "${other.slice(0, 40)}"`)
      return '200 without SNI, alert 112 for a strange name, 421 for a strange Host'
    },
  },
  {
    area: 'who is who',
    promise: "An app's cookie for the offered domain reaches its own hostname only",
    async run(testBed, cleanup) {
      const app = await startApp(cleanup, (request, response) => {
        const [, domain = ''] = (request.headers.host ?? '').split(/\.(.*)/)
        response.setHeader('Set-Cookie', [`a=1; Domain=${domain.split(':')[0]}`, 'b=2; Domain=localhost']).end()
      })
      const { hostname } = await testBed.openTunnel(cleanup, app.port)
      const at = { host: '127.0.0.1', port: testBed.securePort, rejectUnauthorized: false, servername: hostname }
      const cookies = (await ask(at, hostname)).match(/^set-cookie: .*$/gim) ?? []
      expectThat(cookies.length === 2, `${cookies.length} cookies came`)
      expectThat(!cookies.some((cookie) => /domain/i.test(cookie)), `a cookie came as "${cookies.join(', ')}"`)
      return '2 of 2 cookies lost their Domain'
    },
  },
  {
    area: 'who is who',
    promise: "A wildcard CNAME of its owner verifies no stranger's claim to a name under it",
    async run(testBed, cleanup) {
      const [owner, stranger] = [await testBed.signUp(cleanup), await testBed.signUp(cleanup)]
      for (const { namespace } of [owner, stranger])
        await operate(testBed.site, 'accounts', 'set-plan', namespace, 'Pro')
      const domain = `shop.${owner.namespace}.example.com`
      const own = await addDomain(owner, domain)
      const claimed = await addDomain(stranger, domain)
      const target = own.dnsRecords.find(({ type }) => type === 'CNAME')?.value ?? ''
      expectThat(!claimed.dnsRecords.some(({ value }) => value === target), 'both accounts have the same target')
      // A resolver's answer for any name under the wildcard.
      testBed.names.zone[`CNAME ${domain}`] = [target]
      const refused = await verify(stranger, claimed.id)
      expectThat(
        refused?.status === 'failed',
        `the stranger's claim is ${refused?.status}: ${refused?.lastCheckMessage}`,
      )
      const proven = await verify(owner, own.id)
      expectThat(proven?.status === 'verified', `the owner's domain is ${proven?.status}: ${proven?.lastCheckMessage}`)
      return `the stranger's claim failed, the owner's was verified by the same record`
    },
  },
  {
    area: 'who is who',
    promise: 'Of 50 requests at once for namespaces that could make the same hostname, one is served',
    async run(testBed, cleanup) {
      const people: Person[] = []
      while (people.length < 10) people.push(await testBed.signUp(cleanup))
      const short = `z${randomBytes(4).toString('hex')}`
      const wanted = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? short : `ada-${short}`))
      const answers = await Promise.all(
        wanted.map(async (namespace, index) => {
          const { authorization } = people[index % people.length] ?? {}
          const variables = { input: { name: 'Race', namespace } }
          return { namespace, ...(await askApi(testBed.site, OpenAccountDocument, { authorization, variables })) }
        }),
      )
      const served = answers.filter(({ code }) => code === 'OK')
      const codes = Map.groupBy(answers, ({ code }) => code)
      const figure = [...codes].map(([code, { length }]) => `${length} ${code}`).join(', ')
      expectThat(served.length === 1 && codes.get('CONFLICT')?.length === 49, figure)
      const [winner] = served
      const namespace = winner?.namespace ?? ''
      const name = namespace === short ? 'demo-ada' : 'demo'
      const accountId = winner?.data?.createAccount.membership.account.id ?? ''
      const { authorization } = people[answers.findIndex(({ code }) => code === 'OK') % people.length] ?? {}
      const variables = { input: { accountId, name, domain: offeredDomain } }
      const { data, code } = await askApi(testBed.site, CreateGatewayDocument, { authorization, variables })
      const hostname = data?.createGateway.gateway.subdomain
      expectThat(hostname === `demo-ada-${short}.${offeredDomain}`, `the one who was served has ${hostname}, ${code}`)
      return `${figure}; ${namespace} alone makes ${hostname}`
    },
  },
]

async function addDomain({ control, accountId }: Person, domain: string) {
  return (await control.request(AddCustomDomainDocument, { input: { accountId, domain } })).addDomain.domain
}

/** Checks an account's only domain, and returns the outcome. */
async function verify({ control, accountId }: Person, id: string) {
  await control.request(VerifyCustomDomainDocument, { input: { id } })
  const look = async () => (await control.request(CustomDomainsDocument, { accountId })).account.domains?.[0]
  await until('the domain was checked', async () => (await look())?.verifying === false)
  return await look()
}

/** Returns the first bytes of the answer to a request for a host; rejects if the handshake fails. */
async function ask(options: ConnectionOptions, host: string): Promise<string> {
  const socket: TLSSocket = connect(options)
  try {
    await once(socket, 'secureConnect')
    socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const [data] = await once(socket, 'data')
    return String(data)
  } finally {
    socket.destroy()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
