import { FlattenedSign, importJWK, type FlattenedJWS, type JWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccountKey } from '../index.ts'
import { Requests } from '../request.ts'
import { publicPart } from '../signed-requests.ts'
import { startAuthority, type TestAuthority } from './authority.ts'

const { signal } = new AbortController()

describe('the authority for tests', () => {
  let authority: TestAuthority
  let requests: Requests
  let key: JWK
  let kid: string
  let url: string

  beforeAll(async () => {
    authority = await startAuthority()
    requests = new Requests(authority.rootCertificate, 20_000)
    key = await createAccountKey()
    url = authority.directoryUrl.replace('/directory', '/newAccount')
    const account = await post(await sign({ jwk: publicPart(key) }, { termsOfServiceAgreed: true }))
    kid = account.location ?? ''
    expect(account.status).toBe(201)
  })
  beforeEach(() => {
    url = authority.directoryUrl.replace('/directory', '/newOrder')
  })
  afterAll(async () => {
    await authority.close()
  })

  const fetchNonce = async () => {
    const answer = await requests.send({
      method: 'HEAD',
      url: authority.directoryUrl.replace('directory', 'newNonce'),
      signal,
    })
    return answer.nonce ?? ''
  }

  /** Returns a JWS that is valid except for the given changes of its header. */
  const sign = async (header: Record<string, unknown>, payload: unknown, signer: JWK = key): Promise<FlattenedJWS> =>
    await new FlattenedSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'ES256', url, nonce: await fetchNonce(), ...header })
      .sign(await importJWK(signer, 'ES256'))

  const post = async (jws: unknown, contentType?: string) =>
    await requests.send({ method: 'POST', url, body: JSON.stringify(jws), contentType, signal })

  /** Expects a refusal of this kind. */
  const expectRefusal = async (jws: unknown, type: string, contentType?: string) => {
    const { status, text } = await post(jws, contentType)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(JSON.parse(text)).toMatchObject({ type: `urn:ietf:params:acme:error:${type}`, status })
  }

  const order = { identifiers: [{ type: 'dns', value: 'a.example' }] }

  it('accepts only nonces that it issued, and each only once', async () => {
    const jws = await sign({ kid }, order)
    expect((await post(jws)).status).toBe(201)
    await expectRefusal(jws, 'badNonce')
    await expectRefusal(await sign({ kid, nonce: 'bWFkZS11cA' }, order), 'badNonce')
    await expectRefusal(await sign({ kid, nonce: undefined }, order), 'badNonce')
  })

  it('refuses a signature for another URL, by another key, or for another payload', async () => {
    await expectRefusal(await sign({ kid, url: authority.directoryUrl }, order), 'unauthorized')
    await expectRefusal(await sign({ kid }, order, await createAccountKey()), 'malformed')
    const jws = await sign({ kid }, order)
    await expectRefusal({ ...jws, payload: Buffer.from('{}').toString('base64url') }, 'malformed')
  })

  it('requires either an account or a key, whichever the request calls for', async () => {
    const jwk = publicPart(key)
    await expectRefusal(await sign({ kid, jwk }, order), 'malformed')
    await expectRefusal(await sign({}, order), 'malformed')
    await expectRefusal(await sign({ jwk }, order), 'malformed')
    await expectRefusal(await sign({ kid: `${kid}x` }, order), 'accountDoesNotExist')
    url = url.replace('newOrder', 'newAccount')
    await expectRefusal(await sign({ kid }, {}), 'malformed')
    await expectRefusal(await sign({ jwk: { ...jwk, d: 'secret' } }, {}), 'malformed')
  })

  it('accepts only the flattened form of a JWS, one algorithm, and one content type', async () => {
    await expectRefusal({ ...(await sign({ kid }, order)), header: {} }, 'malformed')
    await expectRefusal({ signatures: [await sign({ kid }, order)] }, 'malformed')
    await expectRefusal([], 'malformed')
    await expectRefusal(await sign({ kid }, order), 'malformed', 'application/json')
    const jws = await sign({ kid }, order)
    const forged = Buffer.from(JSON.stringify({ alg: 'HS256', kid, url, nonce: await fetchNonce() })).toString(
      'base64url',
    )
    await expectRefusal({ ...jws, protected: forged }, 'badSignatureAlgorithm')
  })

  it('returns resources only by POST-as-GET, and only to their account', async () => {
    const { location = '' } = await post(await sign({ kid }, order))
    const unsigned = await requests.send({ method: 'GET', url: location, signal })
    expect(unsigned.status).toBe(405)
    url = location
    await expectRefusal(await sign({ kid }, {}), 'malformed')
    const stranger = await createAccountKey()
    url = authority.directoryUrl.replace('/directory', '/newAccount')
    const jws = await sign({ jwk: publicPart(stranger) }, { termsOfServiceAgreed: true }, stranger)
    const { location: other } = await post(jws)
    url = location
    const read = await new FlattenedSign(new Uint8Array())
      .setProtectedHeader({ alg: 'ES256', url, nonce: await fetchNonce(), kid: other })
      .sign(await importJWK(stranger, 'ES256'))
    await expectRefusal(read, 'unauthorized')
  })

  it('refuses invalid names, an empty list, and duplicates', async () => {
    for (const [type, value, problem] of [
      ['dns', 'A.example', 'rejectedIdentifier'],
      ['dns', '192.0.2.1', 'rejectedIdentifier'],
      ['dns', 'a.*.example', 'rejectedIdentifier'],
      ['dns', 'localhost', 'rejectedIdentifier'],
      ['ip', 'a.example', 'malformed'],
      ['email', 'ada@example.com', 'unsupportedIdentifier'],
    ]) {
      await expectRefusal(await sign({ kid }, { identifiers: [{ type, value }] }), problem ?? '')
    }
    await expectRefusal(await sign({ kid }, { identifiers: [] }), 'malformed')
    await expectRefusal(await sign({ kid }, { identifiers: [...order.identifiers, ...order.identifiers] }), 'malformed')
  })
})
