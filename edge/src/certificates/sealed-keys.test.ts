import { openCertificateKey, sealCertificateKey } from '@culvert/schema/sealed-keys'
import { describe, expect, it } from 'vitest'

const secret = 'a secret of the tests, thirty-two characters or more'
const pem = '-----BEGIN PRIVATE KEY-----\nbytes\n-----END PRIVATE KEY-----\n'

describe('a sealed key', () => {
  it('opens with its name and secret, and no two seals of a key are equal', () => {
    const [one, other] = [sealCertificateKey(pem, 'demo.test', secret), sealCertificateKey(pem, 'demo.test', secret)]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^[\w-]+$/)
    expect([one, other].map((sealed) => openCertificateKey(sealed, 'demo.test', secret))).toEqual([pem, pem])
  })

  it.each<[string, string, string, (sealed: Buffer) => Buffer]>([
    ['another name', 'other.test', secret, (sealed) => sealed],
    ['another secret', 'demo.test', `${secret}!`, (sealed) => sealed],
    ['a flipped bit', 'demo.test', secret, (sealed) => sealed.fill((sealed[20] ?? 0) ^ 1, 20, 21)],
    ['a truncated tag', 'demo.test', secret, (sealed) => sealed.subarray(0, -1)],
    ['empty content', 'demo.test', secret, () => Buffer.alloc(0)],
  ])('does not open with %s, and the error contains neither the key nor the secret', (_, name, edgeSecret, change) => {
    const sealed = change(Buffer.from(sealCertificateKey(pem, 'demo.test', secret), 'base64url')).toString('base64url')
    const open = () => openCertificateKey(sealed, name, edgeSecret)
    expect(open).toThrow(/sealed key of/)
    expect(open).not.toThrow(/PRIVATE|thirty-two/)
  })
})
