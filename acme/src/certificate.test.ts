import { X509Certificate } from 'node:crypto'
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
  it('returns the id in the example of RFC 9773, whose serial number starts with a zero byte', () => {
    expect(certificateId(example)).toBe('aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE')
  })

  it('refuses a certificate without an authority key identifier, and text that is not a certificate', async () => {
    const { chain } = await createTlsAlpnCertificate('a.example', 'token.thumbprint')
    expect(() => certificateId(chain)).toThrow(/authorityKeyIdentifier/)
    expect(() => certificateId('nothing')).toThrow('Expected a certificate in PEM, got none.')
  })
})

describe('readCertificate', () => {
  it('reads names, times of validity, serial number and issuer', async () => {
    const { chain } = await createTlsAlpnCertificate('2001:db8::1', 'token.thumbprint')
    // As Node parses them.
    const { validFromDate: notBefore, validToDate: notAfter } = new X509Certificate(chain)
    expect(readCertificate(chain)).toMatchObject({ names: ['2001:db8::1'], notBefore, notAfter })
    expect(notAfter.getTime() - notBefore.getTime()).toBe(8 * 24 * 60 * 60 * 1_000)
    expect(readCertificate(example)).toMatchObject({ names: [], serial: '87654321', issuer: 'CN=Example CA' })
  })
})

describe('createCsr', () => {
  it('refuses an invalid hostname, an empty list of names, and an invalid key', async () => {
    const key = await createCertificateKey()
    for (const name of ['a b', 'Ü.example', '*.*.example', 'a.*.example', '-a.example', '', 'a..b', 'x'.repeat(64)]) {
      await expect(createCsr([name], key), name).rejects.toThrow(/Expected a hostname/)
    }
    await expect(createCsr([], key)).rejects.toThrow('Expected one to 100 names for a certificate, got 0.')
    await expect(createCsr(['a.example'], 'secret')).rejects.toThrow(/Expected the private key/)
    expect((await createCsr(['*.a.example', 'a.example', '192.0.2.1'], key)).length).toBeGreaterThan(200)
  })
})
