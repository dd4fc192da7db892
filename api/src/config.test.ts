import { describe, expect, it } from '@jest/globals'
import { loadApiConfig } from './config.ts'

const EDGE_SECRET = 'x'.repeat(32)

describe('loadApiConfig', () => {
  it('needs nothing but the edge secret', () => {
    expect(loadApiConfig({ EDGE_SECRET })).toEqual({
      host: 'localhost',
      port: 4000,
      database: { kind: 'embedded', folder: '.culvert/database' },
      redisUrl: undefined,
      publicUrl: 'http://localhost:4000',
      tunnelUrl: 'http://localhost:8080',
      domain: 'culvert.localhost',
      edgeSecret: EDGE_SECRET,
      logLevel: 'info',
      webFolder: expect.stringMatching(/web[/\\]dist$/),
      introspection: false,
      trustedProxies: 0,
    })
  })

  it('reads every variable, and takes an empty one for unset', () => {
    const config = loadApiConfig({
      EDGE_SECRET,
      HOST: '0.0.0.0',
      PORT: '0',
      DATABASE_URL: 'postgres://culvert:secret@db/culvert',
      REDIS_URL: 'redis://redis:6379',
      CULVERT_DATA: '',
      CULVERT_PUBLIC_URL: 'https://culvert.example.com/',
      CULVERT_TUNNEL_URL: 'https://tunnels.example.com:8443',
      CULVERT_DOMAIN: 'tunnels.example.com',
      LOG_LEVEL: 'debug',
      NODE_ENV: 'development',
      TRUSTED_PROXIES: '1',
    })
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 0,
      database: { kind: 'postgres', url: 'postgres://culvert:secret@db/culvert' },
      redisUrl: 'redis://redis:6379',
      publicUrl: 'https://culvert.example.com',
      tunnelUrl: 'https://tunnels.example.com:8443',
      domain: 'tunnels.example.com',
      edgeSecret: EDGE_SECRET,
      logLevel: 'debug',
      webFolder: expect.stringMatching(/web[/\\]dist$/),
      introspection: true,
      trustedProxies: 1,
    })
  })

  it('names every fault at once, and repeats no value', () => {
    const environment = {
      EDGE_SECRET: 'too short',
      PORT: '70000',
      DATABASE_URL: 'mysql://root:password@db',
      CULVERT_PUBLIC_URL: 'https://example.com/app',
      CULVERT_TUNNEL_URL: 'tunnels',
      CULVERT_DOMAIN: 'Not a domain',
      LOG_LEVEL: 'loud',
    }
    expect(() => loadApiConfig(environment)).toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        message: [
          'The environment of the API has faults:',
          '- PORT must be a whole number from 0 to 65535',
          '- DATABASE_URL must be an address that starts with postgres://',
          '- CULVERT_PUBLIC_URL must be an http or https address without a path, for example https://culvert.example.com',
          '- CULVERT_TUNNEL_URL must be an http or https address without a path, for example https://culvert.example.com',
          '- CULVERT_DOMAIN must be a lowercase domain name, for example tunnels.example.com',
          '- EDGE_SECRET must be a secret of at least 32 characters that the API and its edges share (try: openssl rand -hex 32)',
          '- LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
        ].join('\n'),
      }),
    )
  })

  it('asks for the edge secret when there is none', () => {
    expect(() => loadApiConfig({})).toThrow(
      /^The environment of the API has a fault:\n- EDGE_SECRET must be a secret of/,
    )
  })
})
