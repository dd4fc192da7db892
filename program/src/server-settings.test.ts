import { describe, expect, it } from 'vitest'
import { completeServerSettings } from './server-settings.ts'

const server = {
  CULVERT_PUBLIC_URL: 'https://culvert.example.com',
  CULVERT_DOMAIN: 'example.net',
  ACME_EMAIL: 'ada@example.com',
}

describe('the settings of a server', () => {
  it('are derived from its public URL, its domain and ACME_EMAIL', () => {
    expect(completeServerSettings(server)).toEqual({
      ...server,
      CULVERT_TUNNEL_URL: 'https://tunnel.example.net',
      CULVERT_API_URL: 'http://localhost:4000',
      TRUSTED_PROXIES: '1',
      EDGE_HOST: '::',
      EDGE_HTTP_PORT: '80',
      EDGE_HTTPS_PORT: '443',
      EDGE_HTTPS_REDIRECT: 'true',
      EDGE_DASHBOARD: 'on',
      EDGE_CERTIFICATES: 'api',
    })
  })

  it('keep the values that the operator has set, and use the port of the public URL', () => {
    const given = {
      ...server,
      CULVERT_PUBLIC_URL: 'https://culvert.example.com:8443',
      PORT: '5000',
      EDGE_HTTP_PORT: '8080',
    }
    expect(completeServerSettings(given)).toMatchObject({
      ...given,
      CULVERT_TUNNEL_URL: 'https://tunnel.example.net:8443',
      CULVERT_API_URL: 'http://localhost:5000',
      EDGE_HTTPS_PORT: '8443',
    })
    expect(completeServerSettings({ ...server, EDGE_DASHBOARD: 'off' })).toMatchObject({ EDGE_DASHBOARD: 'off' })
  })

  it.each([
    ['http://culvert.example.com'],
    ['https://localhost:4000'],
    ['https://culvert.localhost'],
    ['https://127.0.0.1'],
    ['https://[::1]'],
    ['https://intranet'],
    ['no address'],
    [undefined],
  ])('are not changed if the public URL is %s', (CULVERT_PUBLIC_URL) => {
    const given = { ACME_EMAIL: 'ada@example.com', CULVERT_PUBLIC_URL }
    expect(completeServerSettings(given)).toBe(given)
  })

  it('are not changed without ACME_EMAIL', () => {
    const given = { CULVERT_PUBLIC_URL: 'https://culvert.example.com' }
    expect(completeServerSettings(given)).toBe(given)
  })

  it('are refused without a domain', () => {
    const { CULVERT_DOMAIN: _, ...given } = server
    expect(() => completeServerSettings(given)).toThrow(/^CULVERT_DOMAIN must be set when ACME_EMAIL is.*example\.com/)
  })
})
