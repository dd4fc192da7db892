import { describe, expect, it } from 'vitest'
import { describeApiOnce } from '../testing/api.ts'

const pointsPerMinute = 60

const agents = (accountId: string, pageSize: number) => ({
  query: `{ account(id: "${accountId}") { agents(pageSize: ${pageSize}) { totalCount } } }`,
})

describeApiOnce(
  'the read limit',
  (api) => {
    const askFrom = async (address: string) =>
      (await api.client().post({ query: '{ site { version } }' }, { 'x-forwarded-for': address })).status

    it('is reported with each query, and charged by the rows that it may touch', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      const { headers } = await client.post(agents(accountId, 10))
      expect(headers.get('ratelimit-policy')).toBe('"reads";q=60;w=60')
      expect(headers.get('ratelimit')).toMatch(/^"reads";r=59;t=\d+$/)
      expect((await client.post(agents(accountId, 1_000))).headers.get('ratelimit')).toMatch(/^"reads";r=48;/)
    })

    it('answers 429 with Retry-After once the budget is used up, for this credential only', async () => {
      const ada = await api.seed.owner('Ada')
      const grace = await api.seed.owner('Grace')
      for (let query = 0; query < pointsPerMinute; query += 1) {
        expect((await ada.client.post(agents(ada.accountId, 10))).status).toBe(200)
      }
      const { status, headers, body } = await ada.client.post(agents(ada.accountId, 10))
      const [error] = body.errors ?? []
      expect({ status, error }).toMatchObject({
        status: 429,
        error: { extensions: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) } },
      })
      expect(headers.get('retry-after')).toBe(String(error?.extensions?.retryAfterSeconds))
      expect((await grace.client.post(agents(grace.accountId, 10))).status).toBe(200)
    })

    it('is charged for what mutations read, which are refused before they run', async () => {
      const { client, user } = await api.seed.owner('Ada')
      const mutate = async (fields: string) =>
        await client.post({
          query: `mutation { setNoticeMail(input: { kind: AGENT_LOST, isOn: true }) { viewer { ${fields} } } }`,
        })
      // 20 accounts of 200 rows each: 40 points of 60.
      const much = 'memberships { account { auditLog(pageSize: 200) { totalCount } } }'
      expect((await mutate(much)).status).toBe(200)
      expect((await mutate(much)).status).toBe(429)
      // One that reads little is not counted.
      expect((await mutate('user { id }')).body.data).toEqual({ setNoticeMail: { viewer: { user: { id: user.id } } } })
    })

    it('holds back events that read much, and no others', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      const subscribe = async (fields: string) =>
        await client.subscribe<{ accountChanged: object }, Record<string, unknown>>(
          { toString: () => `subscription { accountChanged(accountId: "${accountId}") { ${fields} } }` },
          {},
        )
      const heavy = await subscribe('agents(pageSize: 1000) { totalCount }')
      const light = await subscribe('name')
      let heard = 0
      const listen = async () => {
        for (;;) {
          await heavy.next()
          heard += 1
        }
      }
      const listening = listen().catch(() => undefined)
      for (let change = 0; change < 20; change += 1) {
        await api.tell('accountChanged', accountId, { accountId })
        await light.next()
      }
      // The subscription has paid 11 points with its first event, and pays 10 for each of the others.
      expect(heard).toBe(5)
      await heavy.close()
      await listening
      await light.close()
    })

    it('counts requests without a credential by network', async () => {
      const network = ['2001:db8:1:1::1', '2001:db8:1:1:ffff::2']
      for (let query = 0; query < pointsPerMinute; query += 1) expect(await askFrom(network[query % 2]!)).toBe(200)
      expect(await Promise.all(network.map(askFrom))).toEqual([429, 429])
      expect(await askFrom('2001:db8:1:2::1')).toBe(200)
    })
  },
  () => ({ readPointsPerMinute: pointsPerMinute, trustedProxies: 1 }),
)

describeApiOnce('attempts', (api) => {
  describe('above the limit', () => {
    it('are refused with the time to wait, as an extension and in Retry-After', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      const query = 'mutation ($input: ExportAccountInput!) { exportAccount(input: $input) { fileName } }'
      const exportOnce = async () => await client.post({ query, variables: { input: { accountId } } })
      for (let attempt = 0; attempt < 10; attempt += 1) await exportOnce()
      const { status, headers, body } = await exportOnce()
      const seconds = body.errors?.[0]?.extensions?.retryAfterSeconds
      expect([status, body.errors?.[0]?.extensions?.code]).toEqual([200, 'RATE_LIMITED'])
      expect(Number(headers.get('retry-after'))).toBe(seconds)
      expect(seconds).toBeGreaterThan(3_500)
    })
  })
})
