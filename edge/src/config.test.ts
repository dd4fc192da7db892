import { once } from 'node:events'
import { createServer } from 'node:net'
import { isPortFree } from '@culvert/program'
import { describe, expect, it } from 'vitest'
import { loadEdgeConfig } from './config.ts'
import { withHttpsPort } from './ingress/options.ts'

const secret = 'x'.repeat(32)

/** Returns the HTTPS port that an edge uses with this setting. */
const secureOf = async (EDGE_HTTPS_PORT: string) =>
  loadEdgeConfig(await withHttpsPort({ EDGE_SECRET: secret, EDGE_HTTPS_PORT })).secure?.port

const loadAgentUrl = (CULVERT_TUNNEL_URL: string, EDGE_AGENT_URL: string) =>
  loadEdgeConfig({ EDGE_SECRET: secret, CULVERT_TUNNEL_URL, EDGE_AGENT_URL }).agentUrl?.origin

describe('loadEdgeConfig', () => {
  it('needs nothing but the secret', () => {
    const config = loadEdgeConfig({ EDGE_SECRET: secret })
    expect(config).toMatchObject({
      port: 8080,
      host: 'localhost',
      apiUrl: 'http://localhost:4000',
      publicUrl: 'http://localhost:4000',
      logLevel: 'info',
    })
    expect(config.tunnelUrl.href).toBe('http://localhost:8080/')
  })

  it('accepts URLs with or without a trailing slash', () => {
    const config = loadEdgeConfig({
      EDGE_SECRET: secret,
      CULVERT_API_URL: 'http://api:4000/',
      CULVERT_PUBLIC_URL: 'https://culvert.example/app/',
    })
    expect(config).toMatchObject({ apiUrl: 'http://api:4000', publicUrl: 'https://culvert.example/app' })
  })

  it('reports every fault in one message, without the secret', () => {
    const environment = {
      EDGE_HTTP_PORT: '80800',
      EDGE_PROCESSES: '0',
      EDGE_HTTPS_PORT: 'none',
      EDGE_SECRET: 'short and secret',
      CULVERT_API_URL: 'localhost:4000',
      CULVERT_TUNNEL_URL: 'ftp://edge.test',
      CULVERT_PUBLIC_URL: 'http://',
      LOG_LEVEL: 'loud',
      EDGE_TRUSTED_PROXIES: '10.0.0.0/8, 10.0.0.0/33',
      EDGE_NAME: ' edge',
      EDGE_REGION: 'EU West',
      EDGE_CAPACITY: '0',
      EDGE_HEAD_SECONDS: '0',
      EDGE_INCOMPLETE_PER_ADDRESS: 'none',
      EDGE_SHARE_PER_ADDRESS: '0',
      EDGE_KEPT_MEGABYTES: '0',
      EDGE_CERTIFICATES: 'acme',
      EDGE_CERTIFICATES_MAX: '0',
      EDGE_DASHBOARD: 'true',
    }
    expect(() => loadEdgeConfig(environment)).toThrow(
      `The edge cannot start with this environment:
  EDGE_HTTP_PORT: expected a port from 0 to 65535, found "80800".
  EDGE_PROCESSES: expected a number of processes from 1 to 64, found "0".
  CULVERT_API_URL: expected an http:// or https:// address, found "localhost:4000".
  EDGE_SECRET: expected 32 characters or more, the same as the API's, found 16.
  CULVERT_TUNNEL_URL: expected an http:// or https:// address, found "ftp://edge.test".
  CULVERT_PUBLIC_URL: expected an http:// or https:// address, found "http://".
  EDGE_DASHBOARD: expected one of on, off, found "true".
  EDGE_NAME: expected 1 to 100 printable characters, found " edge".
  EDGE_REGION: expected at most 63 lowercase letters, digits and hyphens, such as eu-west, found "EU West".
  EDGE_CAPACITY: expected a number of tunnels from 1 to 1000000, found "0".
  LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent, found "loud".
  EDGE_HTTPS_PORT: expected a port from 0 to 65535, or off, found "none".
  EDGE_CERTIFICATES: expected one of local, api, found "acme".
  EDGE_CERTIFICATES_MAX: expected a number of certificates from 1 to 1000000, found "0".
  EDGE_TRUSTED_PROXIES: expected an address or a range such as 10.0.0.0/8, found "10.0.0.0/33".
  EDGE_HEAD_SECONDS: expected a number of seconds from 1 to 86400, found "0".
  EDGE_INCOMPLETE_PER_ADDRESS: expected a whole number from 1 to 999999999, found "none".
  EDGE_SHARE_PER_ADDRESS: expected a whole percentage from 1 to 100, found "0".
  EDGE_KEPT_MEGABYTES: expected a whole number of MiB from 1 to 1048576, found "0".`,
    )
  })
})

describe('the address for agents', () => {
  it('must use https if the tunnels do', () => {
    expect(loadAgentUrl('http://edge.test', 'http://one.edge.test')).toBe('http://one.edge.test')
    expect(loadAgentUrl('http://edge.test', 'https://one.edge.test')).toBe('https://one.edge.test')
    expect(() => loadAgentUrl('https://edge.test', 'http://one.edge.test')).toThrow(
      'EDGE_AGENT_URL: expected an address without a path, with https where CULVERT_TUNNEL_URL has it, found "http://one.edge.test/".',
    )
  })
})

describe('the HTTPS port', () => {
  it('is 8443 if none is set, or a free one while another program has that', async () => {
    const taken = createServer()
    if (await isPortFree(8_443)) {
      expect(await withHttpsPort({})).toEqual({ EDGE_HTTPS_PORT: '8443' })
      await once(taken.listen(8_443), 'listening')
    }
    try {
      expect(await withHttpsPort({})).toEqual({ EDGE_HTTPS_PORT: '0' })
    } finally {
      taken.close()
    }
  })

  it('is the one that is set, or none if it is off', async () => {
    expect([await secureOf('443'), await secureOf('off')]).toEqual([443, undefined])
  })
})
