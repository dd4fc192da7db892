import { generateKeyPairSync } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { exportJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CreateTrustInput } from '../../generated/schema.ts'
import { describeApi, describeApiOnce, type TestApi } from '../../testing/api.ts'
import {
  CreateTrustDocument,
  DeleteGatewayDocument,
  DeleteTrustDocument,
  ExchangeTokenDocument,
  StartAgentDocument,
  TrustsDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { issue, makeRoot } from '../../testing/test-authority.ts'
import { startTokenIssuer, type TokenIssuer } from '../../testing/token-issuer.ts'
import { forgetExchanged } from './service.ts'

const github = 'https://token.actions.githubusercontent.com'
const publicUrl = 'http://localhost:4000'

let issuer: TokenIssuer
let other: TokenIssuer
const trusted = getCACertificates()
beforeAll(async () => {
  const authority = await makeRoot('Issuers')
  setDefaultCACertificates([...trusted, authority.certificate.toString('pem')])
  const certificate = await issue(authority, ['127.0.0.1'], 30)
  ;[issuer, other] = await Promise.all([startTokenIssuer(certificate), startTokenIssuer(certificate)])
})
beforeEach(() => {
  issuer.answer = undefined
  issuer.asked.length = 0
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await Promise.all([issuer.close(), other.close()])
})

const trust = async ({ client, accountId }: Member, change: Partial<CreateTrustInput> = {}) => {
  const input = {
    accountId,
    name: 'Previews',
    issuer: issuer.issuer,
    conditions: [{ claim: 'repository', value: 'acme/shop' }],
    hostnamePrefix: 'preview-',
    label: 'ci',
    ttlSeconds: 600,
    ...change,
  }
  return (await client.run(CreateTrustDocument, { input })).createTrust.trust
}
const list = async ({ client, accountId }: Member) => (await client.run(TrustsDocument, { accountId })).account.trusts

const exchange = async (api: TestApi, trustId: string, token: string) =>
  (await api.client().run(ExchangeTokenDocument, { input: { trustId, token } })).exchangeToken
const secondsOf = (api: TestApi) => Math.floor(api.clock.now().getTime() / 1_000)
/** The claims of a job of GitHub Actions. */
const claimsOf = (api: TestApi, change: JWTPayload = {}): JWTPayload => ({
  iss: issuer.issuer,
  aud: publicUrl,
  sub: 'repo:acme/shop:ref:refs/heads/main',
  repository: 'acme/shop',
  repository_owner_id: 42,
  iat: secondsOf(api),
  nbf: secondsOf(api),
  exp: secondsOf(api) + 300,
  ...change,
})
const condition = (claim: string, value: string) => ({ conditions: [{ claim, value }] })
const refused = { code: 'FORBIDDEN', message: expect.stringMatching(/^The token was refused\. Check that/) }

describeApi('trusts', (api) => {
  it('are created, listed newest first, and deleted by request or with their gateway', async () => {
    const ada = await api.seed.owner('Ada')
    const created = await trust(ada)
    expect(created).toEqual({
      id: expect.any(String),
      name: 'Previews',
      issuer: issuer.issuer,
      audience: publicUrl,
      conditions: [{ claim: 'repository', value: 'acme/shop' }],
      gateway: null,
      hostnamePrefix: 'preview-',
      label: 'ci',
      ttlSeconds: 600,
      createdBy: { id: ada.user.id },
      lastUsedAt: null,
    })
    const { id: gatewayId } = await ada.gateway('demo')
    const newer = await trust(ada, { gatewayId, hostnamePrefix: null, audience: 'https://other.example.com' })
    expect((await list(ada)).map(({ id }) => id)).toEqual([newer.id, created.id])
    await ada.client.run(DeleteTrustDocument, { input: { id: created.id } })
    await ada.client.run(DeleteGatewayDocument, { input: { id: gatewayId } })
    expect(await list(ada)).toEqual([])
    await expect(ada.client.run(DeleteTrustDocument, { input: { id: created.id } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it.each<[string, Partial<CreateTrustInput>, string]>([
    ['issuer', { issuer: 'http://127.0.0.1' }, 'must be an https address'],
    ['issuer', { issuer: 'https://user@example.com' }, 'must be an https address'],
    ['issuer', { issuer: 'https://example.com/?x' }, 'must be an https address'],
    ['conditions', { conditions: [] }, 'A trust has 1 to 10 conditions, not 0'],
    ['conditions', { conditions: Array.from({ length: 11 }, () => ({ claim: 'sub', value: 'x' })) }, 'not 11'],
    ['conditions', condition('aud', 'x'), 'These conditions hold for every workload of the issuer.'],
    ['conditions', condition('sub', '*'), 'These conditions hold for every workload of the issuer.'],
    ['conditions', condition('sub', 'a*b'), 'An asterisk may only be at the end of a value'],
    ['conditions', condition('sub', ''), 'must have 1 to 255 characters, not 0'],
    ['conditions', condition('a claim', 'x'), 'The name of a claim has 1 to 64'],
    ['label', { label: 'CI' }, 'A label has 1 to 64 characters'],
    ['ttlSeconds', { ttlSeconds: 59 }, 'ttlSeconds must be from 60'],
    ['gatewayId', { hostnamePrefix: null }, 'not neither'],
    ['gatewayId', { gatewayId: 'none', hostnamePrefix: null }, 'This account has no gateway with the id "none".'],
  ])('are refused with a bad %s: %j', async (field, change, message) => {
    await expect(trust(await api.seed.owner('Ada'), change)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      field,
      message: expect.stringContaining(message),
    })
  })

  it.each([
    ['repository', '*'],
    ['repository', 'a*'],
    ['repository_id', '1*'],
    ['repository_owner_id', '*'],
    ['sub', '*'],
    ['sub', 'repo:*'],
    ['sub', 'repo:a*'],
    ['ref', 'refs/heads/main'],
    ['actor', 'octocat'],
  ])('are refused if any repository on GitHub could meet their condition: %s %s', async (claim, value) => {
    await expect(
      trust(await api.seed.owner('Ada'), { issuer: github, ...condition(claim, value) }),
    ).rejects.toMatchObject({ field: 'conditions', message: expect.stringContaining('Any repository on GitHub could') })
  })

  it.each([
    ['repository', 'acme/shop'],
    ['repository', 'acme/*'],
    ['repository_id', '1'],
    ['repository_owner_id', '42'],
    ['sub', 'repo:acme/shop:ref:refs/heads/main'],
    ['sub', 'repo:acme/*'],
  ])('are accepted if their condition names an owner or repository on GitHub: %s %s', async (claim, value) => {
    expect(await trust(await api.seed.owner('Ada'), { issuer: github, ...condition(claim, value) })).toMatchObject(
      condition(claim, value),
    )
  })

  it('are recorded in the audit log with all that they grant', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await trust(ada)
    const { changes } = await api.app.db
      .selectFrom('auditEntries')
      .select('changes')
      .where('objectId', '=', id)
      .executeTakeFirstOrThrow()
    expect(changes).toEqual({
      issuer: { from: null, to: issuer.issuer },
      audience: { from: null, to: publicUrl },
      conditions: { from: null, to: ['repository: acme/shop'] },
      hostnamePrefix: { from: null, to: 'preview-' },
      label: { from: null, to: 'ci' },
      ttlSeconds: { from: null, to: 600 },
    })
  })

  it('are limited to 50 per account', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await trust(ada)
    const row = await api.app.db.selectFrom('trusts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: 49 }, (_, index) => ({
      ...row,
      conditions: JSON.stringify(row.conditions),
      id: `${row.id}-${index}`,
    }))
    await api.app.db.insertInto('trusts').values(rows).execute()
    await expect(trust(ada)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('50 trusts') })
  })
})

describeApi(
  'exchangeToken',
  (api) => {
    const unlimited = async () => await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })

    it('returns a working agent token with the lifetime that the trust specifies', async () => {
      const ada = await unlimited()
      const { id } = await trust(ada)
      const { secret, expiresAt, agentToken } = await exchange(api, id, await issuer.sign(claimsOf(api)))
      expect(agentToken).toMatchObject({ label: 'ci', name: 'Previews', hostnamePrefix: 'preview-', expiresAt })
      expect(Date.parse(expiresAt) - Date.parse(agentToken.createdAt)).toBe(600_000)
      const input = { forwardingTo: 'http://localhost:3000' }
      const { startAgent } = await api.client(`Bearer ${secret}`).run(StartAgentDocument, { input })
      expect(startAgent.agent).toMatchObject({ label: 'ci', startedBy: null })
      expect((await list(ada))[0]).toMatchObject({ lastUsedAt: expect.any(String) })
    })

    it('returns a token that stops working when the trust is deleted', async () => {
      const ada = await unlimited()
      const { id } = await trust(ada)
      const { secret } = await exchange(api, id, await issuer.sign(claimsOf(api)))
      await ada.client.run(DeleteTrustDocument, { input: { id } })
      const input = { forwardingTo: 'http://localhost:3000' }
      await expect(api.client(`Bearer ${secret}`).run(StartAgentDocument, { input })).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
      await expect(exchange(api, id, await issuer.sign(claimsOf(api)))).rejects.toMatchObject(refused)
    })

    it.each<[string, JWTPayload, string]>([
      [
        'another audience',
        { aud: 'https://elsewhere.example.com' },
        'claim aud must be "http://localhost:4000", and it has "https://elsewhere.example.com".',
      ],
      ['no audience', { aud: undefined }, 'claim aud must be "http://localhost:4000", and it has no such claim.'],
      [
        'another repository',
        { repository: 'acme/other' },
        'claim repository must be "acme/shop", and it has "acme/other".',
      ],
      [
        'a repository whose name starts with the expected one',
        { repository: 'acme/shop2' },
        'claim repository must be "acme/shop"',
      ],
      ['no repository', { repository: undefined }, 'claim repository must be "acme/shop", and it has no such claim.'],
      ['another issuer in the claims', { iss: 'https://evil.example.com' }, 'claim iss must be "https://127.0.0.1'],
    ])('reports the expected value of a claim and the one received: %s', async (_what, change, message) => {
      const { id } = await trust(await unlimited())
      await expect(exchange(api, id, await issuer.sign(claimsOf(api, change)))).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining(`The token was refused: its ${message}`),
      })
    })

    it.each([
      ['exp', { exp: -31 }],
      ['exp', { exp: undefined }],
      ['nbf', { nbf: 60 }],
      ['iat', { iat: -660 }],
      ['iat', { iat: 60 }],
      ['iat', { iat: undefined }],
    ])('refuses a token whose %s is out of range: %j, in seconds from now', async (claim, offsets) => {
      const { id } = await trust(await unlimited())
      const change = Object.fromEntries(
        Object.entries(offsets).map(([name, offset]) => [
          name,
          offset === undefined ? undefined : secondsOf(api) + offset,
        ]),
      )
      await expect(exchange(api, id, await issuer.sign(claimsOf(api, change)))).rejects.toMatchObject({
        message: expect.stringContaining(`its claim ${claim} must be `),
      })
    })

    it('accepts one audience among several, numeric claims by their digits, and values by prefix', async () => {
      const conditions = [
        { claim: 'repository_owner_id', value: '42' },
        { claim: 'sub', value: 'repo:acme/shop:*' },
      ]
      const { id } = await trust(await unlimited(), { conditions })
      await exchange(api, id, await issuer.sign(claimsOf(api, { aud: ['x', publicUrl] })))
      await expect(
        exchange(api, id, await issuer.sign(claimsOf(api, { sub: 'repo:acme/shop' }))),
      ).rejects.toMatchObject({ message: expect.stringContaining('claim sub must be "repo:acme/shop:*"') })
    })

    it('accepts each token once, even if it has no id or is sent twice simultaneously', async () => {
      const { id } = await trust(await unlimited())
      const again = { code: 'CONFLICT', message: expect.stringContaining('has been exchanged before') }
      for (const change of [{}, { jti: undefined }]) {
        const token = await issuer.sign(claimsOf(api, change))
        const outcomes = await Promise.allSettled([exchange(api, id, token), exchange(api, id, token)])
        expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
        await expect(exchange(api, id, token)).rejects.toMatchObject(again)
        await forgetExchanged(api.app)
        await expect(exchange(api, id, token)).rejects.toMatchObject(again)
      }
    })

    it('accepts each token once at any node, though the clocks of nodes differ', async () => {
      const { id } = await trust(await unlimited())
      const token = await issuer.sign(claimsOf(api, { exp: secondsOf(api) + 3_600 }))
      await exchange(api, id, token)
      api.clock.advance(11 * 60_000 + 5_000)
      await forgetExchanged(api.app)
      api.clock.advance(-60_000)
      await expect(exchange(api, id, token)).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it('does not use up a token that it refuses', async () => {
      const ada = await unlimited()
      const [{ id }, { id: strict }] = [
        await trust(ada),
        await trust(ada, { conditions: [{ claim: 'repository', value: 'acme/x' }] }),
      ]
      const token = await issuer.sign(claimsOf(api))
      await expect(exchange(api, strict, token)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await exchange(api, id, token)
    })

    describe('for a stranger', () => {
      const forgeries: [string, () => Promise<string> | string][] = [
        ['a string that is not a token', () => 'x'],
        ['an unsigned token', () => new UnsecuredJWT(claimsOf(api)).encode()],
        ['an unsigned token with a garbage signature', () => `${new UnsecuredJWT(claimsOf(api)).encode()}c2lnbmF0dXJl`],
        [
          'HS256 with the public key as the secret',
          () => {
            const { n } = issuer.keys[0]!
            const { kid } = issuer.signingKey
            return issuer.sign(claimsOf(api), { kid, alg: 'HS256', privateKey: Buffer.from(n!, 'base64url') })
          },
        ],
        [
          "the stranger's own key under the issuer's key id",
          () => {
            const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
            return issuer.sign(claimsOf(api), { ...issuer.signingKey, privateKey })
          },
        ],
        [
          "the stranger's own key, embedded in the header",
          async () => {
            const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
            const header = { alg: 'RS256', kid: issuer.signingKey.kid, jwk: await exportJWK(publicKey) }
            return await new SignJWT(claimsOf(api)).setProtectedHeader(header).sign(privateKey)
          },
        ],
        ["another issuer that claims to be the trust's", () => other.sign(claimsOf(api))],
        ['an unknown key id', () => issuer.sign(claimsOf(api), { ...issuer.signingKey, kid: 'unknown' })],
        ['an unsupported algorithm', () => issuer.sign(claimsOf(api), { ...issuer.signingKey, alg: 'RS512' })],
        [
          'a token with modified claims',
          async () => {
            const [header, , signature] = (await issuer.sign(claimsOf(api))).split('.')
            const forged = Buffer.from(JSON.stringify(claimsOf(api, { sub: 'x' }))).toString('base64url')
            return `${header}.${forged}.${signature}`
          },
        ],
        ['a token that is too long', () => issuer.sign(claimsOf(api, { filler: 'x'.repeat(17_000) }))],
      ]

      it.each(forgeries)('reports only that it refused: %s', async (_what, forge) => {
        const { id } = await trust(await unlimited())
        await expect(exchange(api, id, await forge())).rejects.toMatchObject(refused)
      })

      it('reports only that it refused if the trust is unknown, and does not contact the issuer', async () => {
        await expect(exchange(api, 'none', await issuer.sign(claimsOf(api)))).rejects.toMatchObject(refused)
        expect(issuer.asked).toEqual([])
      })
    })

    it('fetches the keys of an issuer once, and again for unknown keys at most once a minute', async () => {
      const { id } = await trust(await unlimited())
      const forge = async () => {
        const token = await issuer.sign(claimsOf(api), { ...issuer.signingKey, kid: 'made-up' })
        await expect(exchange(api, id, token)).rejects.toMatchObject(refused)
      }
      // Keys that other tests have read are considered old.
      api.clock.advance(11 * 60_000)
      for (let count = 0; count < 3; count += 1) await exchange(api, id, await issuer.sign(claimsOf(api)))
      for (let count = 0; count < 3; count += 1) await forge()
      expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/keys'])
      api.clock.advance(61_000)
      await issuer.rotate()
      await exchange(api, id, await issuer.sign(claimsOf(api)))
      for (let count = 0; count < 3; count += 1) await forge()
      expect(issuer.asked).toHaveLength(4)
    })

    it.each<[string, TokenIssuer['answer'], string]>([
      [
        'redirects',
        (_path, response) => !!response.writeHead(302, { location: 'https://example.com' }).end(),
        '302, not 200',
      ],
      [
        'answers with more than 1 MiB',
        (_path, response) => !!response.end('x'.repeat(1_048_577)),
        'is longer than 1048576 bytes',
      ],
      [
        'answers with something other than a discovery document',
        (_path, response) => !!response.end('[]'),
        'is not what OpenID Connect Discovery',
      ],
      [
        'names another issuer',
        (_path, response) => !!response.end('{"issuer":"https://evil.example.com","jwks_uri":"https://127.0.0.1/"}'),
        'Its discovery document is of https://evil.example.com',
      ],
      [
        'offers its keys without TLS',
        (_path, response) => !!response.end(JSON.stringify({ issuer: issuer.issuer, jwks_uri: 'http://127.0.0.1/' })),
        'is not an https address',
      ],
      [
        'offers its keys in a private network',
        (_path, response) => !!response.end(JSON.stringify({ issuer: issuer.issuer, jwks_uri: 'https://10.0.0.1/' })),
        '10.0.0.1 is not on the public Internet',
      ],
    ])('reports UNAVAILABLE while the issuer %s', async (_what, answer, message) => {
      const { id } = await trust(await unlimited())
      api.clock.advance(11 * 60_000)
      issuer.answer = answer
      const token = await issuer.sign(claimsOf(api))
      await expect(exchange(api, id, token)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining(message),
      })
      issuer.answer = undefined
      await exchange(api, id, token)
    })
  },
  () => ({ issuers: { allowedNetworks: ['127.0.0.1/32'], timeoutMs: 30_000 } }),
)

describeApiOnce('exchangeToken with the default settings', (api) => {
  it('contacts issuers on the public Internet only', async () => {
    const { id } = await trust(await api.seed.owner('Ada'))
    await expect(exchange(api, id, await issuer.sign(claimsOf(api)))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('127.0.0.1 is not on the public Internet.'),
    })
    expect(issuer.asked).toEqual([])
  })

  it('allows a client 300 attempts in 15 minutes, and reports RATE_LIMITED for more', async () => {
    const { id } = await trust(await api.seed.owner('Ada'))
    const { rateLimiter } = api.app
    // Attempts are counted by the machine's clock.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await rateLimiter.forget('exchangeTokenFromClient', '127.0.0.1')
      for (let count = 0; count < 297; count += 1) await rateLimiter.check('exchangeTokenFromClient', '127.0.0.1')
      for (let count = 0; count < 3; count += 1) await expect(exchange(api, id, 'x')).rejects.toMatchObject(refused)
      await expect(exchange(api, id, 'x')).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        message: 'Too many attempts. Try again in 15 minutes.',
      })
      vi.advanceTimersByTime(15 * 60_000 - 1)
      await expect(exchange(api, id, 'x')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      vi.advanceTimersByTime(1)
      await expect(exchange(api, id, 'x')).rejects.toMatchObject(refused)
    } finally {
      vi.useRealTimers()
    }
  })
})
