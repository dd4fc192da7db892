import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startNameServer, type TestNameServer } from '../testing/name-server.ts'
import { readDnsPublisher } from './options.ts'
import { DynamicUpdates } from './rfc2136.ts'
import { tsigAlgorithms, type TsigKey } from './tsig.ts'

const never = new AbortController().signal
const name = '_acme-challenge.www.a.example'
const record = `TXT ${name}`
const key: TsigKey = { name: 'culvert', algorithm: 'hmac-sha256', secret: Buffer.from('a secret of the name server') }

let server: TestNameServer

beforeEach(async () => {
  server = await startNameServer()
  server.zones = ['example', 'a.example']
  server.keys = [key]
})
afterEach(async () => {
  await server.close()
})

function create({ algorithm, secret, name: keyName }: TsigKey = key) {
  const publisher = readDnsPublisher({
    RFC2136_NAMESERVER: server.address,
    RFC2136_TSIG_KEY: keyName,
    RFC2136_TSIG_SECRET: secret.toString('base64'),
    RFC2136_TSIG_ALGORITHM: algorithm,
  })
  expect(publisher).toBeDefined()
  return publisher!
}

describe('updates of a zone', () => {
  it.each(tsigAlgorithms)(
    'add a value to the existing ones and remove only that value, signed with %s',
    async (algorithm) => {
      server.keys = [{ ...key, algorithm }]
      server.records.set(record, ['of another'])
      const publisher = create({ ...key, algorithm })
      await publisher.publish(name, 'one', never)
      await publisher.publish(name, 'two', never)
      expect(server.records.get(record)).toEqual(['of another', 'one', 'two'])
      await publisher.withdraw(name, 'one', never)
      await publisher.withdraw(name, 'one', never)
      expect(server.records.get(record)).toEqual(['of another', 'two'])
    },
  )

  it('are sent to the closest enclosing zone of the name', async () => {
    await create().publish(name, 'value', never)
    expect(server.asked).toEqual([
      'UDP SOA _acme-challenge.www.a.example',
      'UDP SOA www.a.example',
      'UDP SOA a.example',
      'UDP UPDATE a.example',
    ])
  })

  it.each(['truncates', 'isSilentByUdp'] as const)('are sent by TCP if the server %s', async (fault) => {
    server.faults[fault] = true
    server.zones = [name]
    const publisher = new DynamicUpdates({ server: { host: '127.0.0.1', port: server.port }, key, udpMs: 100 })
    await publisher.publish(name, 'value', never)
    expect(server.records.get(record)).toEqual(['value'])
    expect(server.asked.filter((asked) => asked.startsWith('TCP'))).toEqual([`TCP SOA ${name}`, `TCP UPDATE ${name}`])
  })

  it('are refused without the right key, with a message that does not contain the secret', async () => {
    const secret = Buffer.from('a wrong secret')
    const refused = `The name server ${server.address} refused to update a.example: its answer (NOTAUTH) says that it`
    await expect(create({ ...key, secret }).publish(name, 'value', never)).rejects.toThrow(
      `${refused} does not take the key culvert (BADSIG).`,
    )
    await expect(create({ ...key, name: 'other' }).publish(name, 'value', never)).rejects.toThrow(
      `${refused} does not take the key other (BADKEY).`,
    )
    expect(server.records.size).toBe(0)
    const unsigned = readDnsPublisher({ RFC2136_NAMESERVER: server.address })
    await expect(unsigned?.publish(name, 'value', never)).rejects.toThrow(
      /refused to update a\.example: REFUSED\. Allow the key/,
    )
    server.keys = []
    await unsigned?.publish(name, 'value', never)
    expect(server.records.get(record)).toEqual(['value'])
  })

  it('are not considered done if the answer is unsigned, signed with another key, or old', async () => {
    const publisher = create()
    server.faults.isUnsigned = true
    await expect(publisher.publish(name, 'value', never)).rejects.toThrow(/its answer \(NOERROR\) is not signed\.$/)
    server.faults.isUnsigned = false
    server.faults.secret = Buffer.from('the secret of somebody else')
    await expect(publisher.publish(name, 'value', never)).rejects.toThrow(
      /is not signed with the secret of the key culvert\.$/,
    )
    server.faults.secret = undefined
    server.faults.clockMs = -301_000
    await expect(publisher.publish(name, 'value', never)).rejects.toThrow(/the clocks of the two machines differ\.$/)
  })

  it('that are refused report the response code, or that no zone has the name', async () => {
    server.faults.rcode = 4
    await expect(create().publish(name, 'value', never)).rejects.toThrow(
      `The name server ${server.address} refused to update a.example: NOTIMP. It takes no updates.`,
    )
    server.zones = []
    await expect(create().publish(name, 'value', never)).rejects.toThrow(
      `The name server ${server.address} knows no zone that ${name} is in.`,
    )
  })

  it('fail as soon as they are cancelled, and if nothing listens at the address', async () => {
    server.faults.isSilentByUdp = true
    const cancelled = new AbortController()
    const update = create().publish(name, 'value', cancelled.signal)
    cancelled.abort(new Error('the program stops'))
    await expect(update).rejects.toThrow('the program stops')
    const publisher = create()
    await server.close()
    await expect(publisher.publish(name, 'value', never)).rejects.toThrow(
      /^The name server 127\.0\.0\.1:\d+ does not answer: /,
    )
    server = await startNameServer()
  })
})

describe('the settings of the DNS publisher', () => {
  const good = {
    RFC2136_NAMESERVER: 'ns.a.example:5353',
    RFC2136_TSIG_KEY: 'culvert.',
    RFC2136_TSIG_SECRET: 'c2VjcmV0',
  }

  it('are those of updates, those of a hook, or none', () => {
    expect(readDnsPublisher({})).toBeUndefined()
    for (const RFC2136_NAMESERVER of [
      'ns.a.example',
      '192.0.2.1:53',
      '2001:db8::1',
      '[2001:db8::1]:53',
      '[2001:db8::1]',
    ]) {
      expect(readDnsPublisher({ ...good, RFC2136_NAMESERVER })).toBeDefined()
    }
    for (const ACME_DNS_HOOK of ['/opt/hook', 'https://hook.example/?token=secret', 'http://127.0.0.1:1/']) {
      expect(readDnsPublisher({ ACME_DNS_HOOK })).toBeDefined()
    }
  })

  it.each([
    [{ ...good, ACME_DNS_HOOK: '/opt/hook' }, /got both/],
    [{ RFC2136_TSIG_KEY: 'culvert' }, 'Expected RFC2136_NAMESERVER beside RFC2136_TSIG_KEY, got none.'],
    [{ ...good, RFC2136_NAMESERVER: 'ns:x' }, /^Expected RFC2136_NAMESERVER as HOST:PORT/],
    [{ ...good, RFC2136_NAMESERVER: 'ns:65536' }, /^Expected RFC2136_NAMESERVER as HOST:PORT/],
    [{ ...good, RFC2136_NAMESERVER: '[ns]:53' }, /^Expected RFC2136_NAMESERVER as HOST:PORT/],
    [{ ...good, RFC2136_TSIG_SECRET: undefined }, /together, got one/],
    [{ ...good, RFC2136_TSIG_ALGORITHM: 'hmac-md5' }, /^Expected RFC2136_TSIG_ALGORITHM as one of hmac-sha256, /],
    [
      { ...good, RFC2136_TSIG_SECRET: 'top secret' },
      /^Expected RFC2136_TSIG_SECRET in base64[^]*got something else\.$/,
    ],
    [
      { ACME_DNS_HOOK: 'http://hook.example/?token=top-secret' },
      /^Expected ACME_DNS_HOOK as a command[^]*got another URL\.$/,
    ],
  ])('are refused if they are invalid: %#', (environment, message) => {
    expect(() => readDnsPublisher(environment)).toThrow(message)
  })
})
