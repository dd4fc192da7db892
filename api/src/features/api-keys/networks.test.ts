import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { createKey } from '../../testing/api-keys.ts'
import { describeApi } from '../../testing/api.ts'
import { ApiKeysDocument, ReadAccountDocument } from '../../testing/generated/documents.ts'

const inside = '203.0.113.7'
const outside = '198.51.100.1'

const count = (given: number) =>
  `An API key is accepted from at least one and at most 20 networks, not ${given}. Leave them out for a key that is accepted from anywhere.`

describeApi(
  'the networks of an API key',
  (api) => {
    /** Returns the outcome of an HTTP request from an address, as reported by the trusted proxy. */
    const readFrom = async (address: string, secret: string, accountId: string) => {
      const post = { query: ReadAccountDocument.toString(), variables: { accountId } }
      const { body } = await api.client(`Bearer ${secret}`).post(post, { 'x-forwarded-for': address })
      const [error] = body.errors ?? []
      return error ? { code: error.extensions?.code, message: error.message } : 'OK'
    }

    /** Returns the outcome of a socket from an address: its close event, or its answer. */
    const connectFrom = async (address: string, secret: string, accountId: string) => {
      const Forwarded = class extends WebSocket {
        constructor(url: string, protocols: string[]) {
          super(url, protocols, { headers: { 'x-forwarded-for': address } })
        }
      }
      const client = createClient({
        url: `${api.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: Forwarded,
        connectionParams: { authorization: `Bearer ${secret}` },
        retryAttempts: 0,
      })
      const query = ReadAccountDocument.toString()
      const answered = new Promise((resolve) => {
        client.subscribe({ query, variables: { accountId } }, { next: resolve, error: resolve, complete: () => {} })
      })
      try {
        return await answered
      } finally {
        await client.dispose()
      }
    }

    it('are stored in normal form without duplicates, and as IPv4 if written as IPv4-mapped IPv6', async () => {
      const ada = await api.seed.owner('Ada')
      const allowedNetworks = [
        '203.0.113.77/24',
        ' 203.0.113.0/24',
        '192.0.2.1',
        '2001:DB8:0:0:0:0:0:1/32',
        '2001:db8::/32',
        '0:0:0:0:0:ffff:c633:6401',
        '0:0:0:0:0:FFFF:c633:6401/120',
      ]
      await createKey(api, ada, { allowedNetworks })
      const { apiKeys } = (await ada.client.run(ApiKeysDocument, { accountId: ada.accountId })).account
      expect(apiKeys[0]?.allowedNetworks).toEqual([
        '203.0.113.0/24',
        '192.0.2.1/32',
        '2001:db8:0:0:0:0:0:0/32',
        '198.51.100.1/32',
        '198.51.100.0/24',
      ])
    })

    it.each([
      ['203.0.113.0/24', inside, true],
      ['203.0.113.0/24', '203.0.114.7', false],
      ['203.0.113.0/24', '::ffff:203.0.113.7', true],
      ['203.0.113.0/24', '::ffff:cb00:7107', true],
      ['0:0:0:0:0:ffff:cb00:7107', inside, true],
      ['0.0.0.0/0', inside, true],
      ['0.0.0.0/0', '2001:db8::1', false],
      ['0:0:0:0:0:0:0:0/0', '2001:db8::1', true],
      ['0:0:0:0:0:0:0:0/0', inside, false],
      ['0:0:0:0:0:0:0:0/0', '::ffff:203.0.113.7', false],
      ['2001:db8:0:0:0:0:0:0/33', '2001:db8:7fff::1', true],
      ['2001:DB8::/33', '2001:db8:7fff::1', true],
      ['2001:db8:0:0:0:0:0:0/33', '2001:db8:8000::1', false],
      ['203.0.113.0/24', 'unknown', false],
      ['203.0.113.0/24', '203.0.113', false],
    ])('given as %s accept a client at %s: %s', async (network, address, isAccepted) => {
      const ada = await api.seed.owner('Ada')
      const { secret } = await createKey(api, ada, { allowedNetworks: [network] })
      const outcome = await readFrom(address, secret, ada.accountId)
      expect(outcome === 'OK').toBe(isAccepted)
    })

    it('admit the key over HTTP and WebSocket; a refusal names only the address that it came from', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const { secret } = await createKey(api, ada, { allowedNetworks: ['203.0.113.0/24', '192.0.2.0/24'] })
      expect(await readFrom(inside, secret, accountId)).toBe('OK')
      // What a client writes into the header comes before what the proxy appends.
      for (const address of [outside, `${inside}, ${outside}`]) {
        expect(await readFrom(address, secret, accountId)).toEqual({
          code: 'FORBIDDEN',
          message: `This API key is not accepted from ${outside}: the networks that it is limited to do not include this address. Send the request from one of them, or create a key that allows this address.`,
        })
      }
      expect(await connectFrom(inside, secret, accountId)).toMatchObject({ data: { account: { id: accountId } } })
      expect(await connectFrom(outside, secret, accountId)).toMatchObject({ code: 4403 })
    })

    it('do not record a refused use, and do not restrict other keys', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const limited = await createKey(api, ada, { allowedNetworks: [inside] })
      const free = await createKey(api, ada)
      await readFrom(outside, limited.secret, accountId)
      expect(await readFrom(outside, free.secret, accountId)).toBe('OK')
      const { apiKeys } = (await ada.client.run(ApiKeysDocument, { accountId })).account
      expect(apiKeys.find(({ id }) => id === limited.id)?.lastUsedAt).toBeNull()
    })

    describe('are refused', () => {
      const addresses = Array.from({ length: 21 }, (_, index) => `192.0.2.${index}`)
      it.each([
        [addresses, count(21)],
        [[], count(0)],
        [['10.0.0.0/33'], '"10.0.0.0/33" is not a network. The mask of an IPv4 range is from 0 to 32, not 33.'],
        [['10.0.0.256'], '"10.0.0.256" is not a network. Each group of an IPv4 address is from 0 to 255, not 256.'],
        [['192.0.2.1', '2001:db8::/129'], expect.stringMatching(/^"2001:db8::\/129" is not a network\. /)],
        [[''], '"" is not a network. Enter an IP address or a range.'],
        [['example.com'], expect.stringMatching(/^"example\.com" is not a network\. Enter four numbers from 0 to 255/)],
      ])('if given as %j', async (allowedNetworks, message) => {
        const ada = await api.seed.owner('Ada')
        const refusal = { code: 'BAD_USER_INPUT', field: 'allowedNetworks', message }
        await expect(createKey(api, ada, { allowedNetworks })).rejects.toMatchObject(refusal)
      })

      it('only if there are more than 20', async () => {
        const ada = await api.seed.owner('Ada')
        await createKey(api, ada, { allowedNetworks: addresses.slice(0, 20) })
      })
    })
  },
  () => ({ trustedProxies: 1 }),
)
