import { describe, expect, it } from 'vitest'
import { certificateId, createCsr, createTlsAlpnCertificate, readCertificate } from './certificate.ts'
import { createCertificateKey } from './index.ts'

/** The example of RFC 9773, appendix A. */
const example = `-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFt
cGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAwMDBaMBYxFDAS
BgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu
7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4zfwmBhcSrf47NUAFf
qzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4B
yNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgtiVvuERV6cT4mfutXIlwTb
+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK
-----END CERTIFICATE-----
`

describe('certificateId', () => {
  it('is that of the example in RFC 9773, whose number starts with a zero byte', () => {
    expect(certificateId(example)).toBe('aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE')
  })

  it('refuses a certificate that does not name the key of its issuer', async () => {
    const { chain } = await createTlsAlpnCertificate('a.example', 'token.thumbprint')
    expect(() => certificateId(chain)).toThrow(/authorityKeyIdentifier/)
    expect(() => certificateId('nothing')).toThrow('Expected a certificate in PEM, got none.')
  })
})

describe('readCertificate', () => {
  it('reads names, times, number and issuer', async () => {
    const { chain } = await createTlsAlpnCertificate('2001:db8::1', 'token.thumbprint')
    expect(readCertificate(chain).names).toEqual(['2001:db8::1'])
    expect(readCertificate(example)).toMatchObject({ names: [], serial: '87654321', issuer: 'CN=Example CA' })
  })
})

describe('createCsr', () => {
  it('refuses what is no name, no list of names, and no key', async () => {
    const key = await createCertificateKey()
    for (const name of ['a b', 'Ü.example', '*.*.example', 'a.*.example', '-a.example', '', 'a..b', 'x'.repeat(64)]) {
      await expect(createCsr([name], key), name).rejects.toThrow(/Expected a hostname/)
    }
    await expect(createCsr([], key)).rejects.toThrow('Expected one to 100 names for a certificate, got 0.')
    await expect(createCsr(['a.example'], 'secret')).rejects.toThrow(/Expected the private key/)
    expect((await createCsr(['*.a.example', 'a.example', '192.0.2.1'], key)).length).toBeGreaterThan(200)
  })
})
