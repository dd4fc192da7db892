import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../testing/api.ts'

describeApi('an instant outside the years 1 to 9999', (api) => {
  const fields = {
    auditLog: (at: string) => `auditLog(from: "${at}") { totalCount }`,
    requests: (at: string) => `requests(first: 1, filter: { to: "${at}" }) { nodes { id } }`,
  }

  describe.each(Object.entries(fields))('in %s', (_name, field) => {
    it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59'])('is refused: %s', async (at) => {
      const { client, accountId } = await api.seed.owner('Ada')
      const { body } = await client.post({ query: `{ account(id: "${accountId}") { ${field(at)} } }` })
      expect(body.errors?.[0]).toMatchObject({
        message: expect.stringContaining('an instant of the years 1 to 9999 such as'),
        extensions: { code: 'BAD_USER_INPUT' },
      })
    })
  })

  it('is refused in a cursor of requests', async () => {
    const { client, accountId } = await api.seed.owner('Ada')
    const after = Buffer.from(`999999999999999 ${randomUUID()}`).toString('base64url')
    const query = `{ account(id: "${accountId}") { requests(first: 1, after: "${after}") { nodes { id } } } }`
    const { body } = await client.post({ query })
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'after' })
  })
})
