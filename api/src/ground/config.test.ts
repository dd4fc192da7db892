import { describe, expect, it } from 'vitest'
import { ConfigError, loadApiConfig } from './config.ts'

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
      agentFolder: expect.stringMatching(/agent[/\\]dist$/),
      clientFolder: expect.stringMatching(/client[/\\]dist$/),
      packagesFolder: expect.stringMatching(/agent[/\\]packages$/),
      trustedProxies: 0,
      readPointsPerMinute: 6_000,
      noticeMs: 0,
      operationMs: 10_000,
      connectionLimits: { total: 10_000, perAddress: 2_048 },
      tunnelLimits: { requestsPerMinute: 1_000, requestBurst: 5_000, openRequests: 4_000 },
      mail: { kind: 'outbox', port: undefined },
      dnsResolvers: [],
      certificates: undefined,
      sealing: { secret: undefined, file: '.culvert/sealing-secret', previous: undefined },
      issuers: { allowedNetworks: [], timeoutMs: 10_000 },
      webhooks: { allowedNetworks: [], timeoutMs: 10_000 },
      socketTiming: { credentialFreshMs: 5_000, drainMs: 30_000, heartbeatMs: 25_000 },
      stripe: undefined,
    })
  })

  it.each([
    [{ DATABASE_URL: 'postgres://localhost/culvert' }, 5_000],
    [{ DATABASE_URL: 'postgres://localhost/culvert', API_NOTICE_SECONDS: '0' }, 0],
    [{ API_NOTICE_SECONDS: '300' }, 300_000],
  ])('gives balancers time to notice where others may serve, or as long as is set: %j', (change, noticeMs) => {
    expect(loadApiConfig({ EDGE_SECRET, ...change }).noticeMs).toBe(noticeMs)
  })

  it.each(['301', '-1', '1.5', 'soon'])('refuses a notice of %s', (API_NOTICE_SECONDS) => {
    expect(() => loadApiConfig({ EDGE_SECRET, API_NOTICE_SECONDS })).toThrow(
      'API_NOTICE_SECONDS must be a whole number from 0 to 300',
    )
  })

  it('reads every variable, and takes an empty one for unset', () => {
    const config = loadApiConfig({
      EDGE_SECRET,
      HOST: '0.0.0.0',
      PORT: '0',
      DATABASE_URL: 'postgres://culvert:secret@db/culvert',
      REDIS_URL: 'redis://redis:6379',
      CULVERT_DATA: '',
      CULVERT_PACKAGES: '/srv/packages',
      CULVERT_PUBLIC_URL: 'https://culvert.example.com/',
      CULVERT_TUNNEL_URL: 'https://tunnels.example.com:8443',
      CULVERT_DOMAIN: 'tunnels.example.com',
      LOG_LEVEL: 'debug',
      TRUSTED_PROXIES: '1',
    })
    expect(config).toMatchObject({
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
      agentFolder: expect.stringMatching(/agent[/\\]dist$/),
      clientFolder: expect.stringMatching(/client[/\\]dist$/),
      packagesFolder: '/srv/packages',
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

const needed = { EDGE_SECRET: 'a secret of the config tests, long enough' }

function findFaults(environment: Record<string, string>): string {
  try {
    loadApiConfig({ ...needed, ...environment })
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('loadApiConfig for mails, names and payments', () => {
  it('keeps mails in the outbox, asks the system for names and takes no payments by default', () => {
    expect(loadApiConfig(needed)).toMatchObject({
      mail: { kind: 'outbox', port: undefined },
      dnsResolvers: [],
      stripe: undefined,
    })
  })

  it('sends mails through a server from an address of its own domain, or from the one given', () => {
    const sending = { ...needed, SMTP_URL: 'smtp://mail:1025', CULVERT_PUBLIC_URL: 'https://culvert.example.com' }
    expect(loadApiConfig(sending).mail).toEqual({
      kind: 'smtp',
      url: 'smtp://mail:1025',
      from: 'no-reply@culvert.example.com',
    })
    expect(loadApiConfig({ ...sending, MAIL_FROM: 'hello@example.com' }).mail).toMatchObject({
      from: 'hello@example.com',
    })
  })

  it('reads name servers with and without ports', () => {
    const { dnsResolvers } = loadApiConfig({ ...needed, DNS_RESOLVERS: ' 9.9.9.9, 127.0.0.1:5353,[2620:fe::fe]:53 ' })
    expect(dnsResolvers).toEqual(['9.9.9.9', '127.0.0.1:5353', '[2620:fe::fe]:53'])
  })

  it("takes payments with both of the provider's secrets, and names the missing one", () => {
    const both = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(loadApiConfig({ ...needed, ...both }).stripe).toEqual({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' })
    const standIn = { ...both, STRIPE_API_URL: 'http://localhost:12111' }
    expect(loadApiConfig({ ...needed, ...standIn }).stripe).toMatchObject({ apiUrl: 'http://localhost:12111' })
    expect(findFaults({ STRIPE_SECRET_KEY: 'sk_test_1' })).toBe(
      'The environment of the API has a fault:\n- STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is',
    )
  })

  it('reports every fault at once, and repeats no value', () => {
    const message = findFaults({
      SMTP_URL: 'http://mail',
      MAIL_FROM: 'nobody',
      MAIL_OUTBOX_PORT: '70000',
      DNS_RESOLVERS: 'ns.example.com',
      WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, 10.0.0.1',
      STRIPE_WEBHOOK_SECRET: 'hunter2',
    })
    expect(message.split('\n')).toEqual([
      'The environment of the API has faults:',
      '- SMTP_URL must be an address that starts with smtp://',
      '- MAIL_FROM must be the address that mails come from, for example no-reply@culvert.example.com',
      '- MAIL_OUTBOX_PORT must be a whole number from 0 to 65535',
      '- DNS_RESOLVERS must be addresses of name servers with commas between them, for example 9.9.9.9,[2620:fe::fe]:53',
      '- WEBHOOK_ALLOWED_NETWORKS must be networks in CIDR form with commas between them, for example 10.0.0.0/8,fd00::/8',
      '- STRIPE_WEBHOOK_SECRET must be a secret that starts with whsec_',
      '- STRIPE_SECRET_KEY must be set when STRIPE_WEBHOOK_SECRET is',
    ])
  })
})

describe('the settings of certificates', () => {
  const ordering = {
    EDGE_SECRET,
    ACME_EMAIL: 'operator@example.com',
    CULVERT_PUBLIC_URL: 'https://tunnels.example.com',
    CULVERT_TUNNEL_URL: 'https://tunnel.tunnels-example.net',
  }

  it('need an address, and then ask Let’s Encrypt', () => {
    expect(loadApiConfig(ordering).certificates).toEqual({
      email: 'operator@example.com',
      acceptsTerms: true,
      authorities: [{ directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory', externalAccount: undefined }],
      rootFile: undefined,
      profile: undefined,
      challenges: ['http-01', 'tls-alpn-01'],
      dns: undefined,
      dnsResolvers: [],
    })
  })

  it('name another authority, a second one, and how TXT records are set', () => {
    const { certificates } = loadApiConfig({
      ...ordering,
      ACME_CA: 'https://acme.example/directory',
      ACME_FALLBACK_CA: 'letsencrypt-staging',
      ACME_EAB_KID: 'kid',
      ACME_EAB_HMAC: 'aG1hYw',
      ACME_PROFILE: 'shortlived',
      RFC2136_NAMESERVER: 'ns.example.com:53',
      RFC2136_TSIG_KEY: 'culvert.',
      RFC2136_TSIG_SECRET: 'c2VjcmV0',
      RFC2136_TSIG_ALGORITHM: 'HMAC-SHA512.',
    })
    expect(certificates).toMatchObject({
      authorities: [
        { directoryUrl: 'https://acme.example/directory', externalAccount: { kid: 'kid', hmacKey: 'aG1hYw' } },
        { directoryUrl: expect.stringMatching('staging'), externalAccount: undefined },
      ],
      profile: 'shortlived',
      challenges: ['http-01', 'tls-alpn-01', 'dns-01'],
      dns: expect.objectContaining({ publish: expect.any(Function) }),
    })
  })

  it.each([
    [
      { ACME_CA: 'http://acme.example/directory' },
      "ACME_CA must be letsencrypt, letsencrypt-staging, or the https address of an authority's directory",
    ],
    [
      { ACME_CHALLENGES: 'http-01,smtp-01' },
      'ACME_CHALLENGES must be some of http-01, tls-alpn-01, dns-01, with commas between them',
    ],
    [{ ACME_EAB_KID: 'kid' }, 'ACME_EAB_HMAC must be set when ACME_EAB_KID is'],
    [{ ACME_EMAIL: '', ACME_CA: 'letsencrypt' }, 'ACME_EMAIL must be set when ACME_CA is'],
    [
      { CULVERT_TUNNEL_URL: 'https://localhost' },
      'CULVERT_TUNNEL_URL must be an https address with a public name when ACME_EMAIL is set',
    ],
    [
      { DATABASE_URL: 'postgres://db/culvert' },
      'SEALING_SECRET must be set when ACME_EMAIL and DATABASE_URL are: it seals the keys of certificates',
    ],
    [
      { ACME_DNS_HOOK: '/bin/hook', RFC2136_NAMESERVER: 'ns' },
      'Expected RFC2136_NAMESERVER or ACME_DNS_HOOK, got both. Unset the one that is not to be used.',
    ],
    [
      { SEALING_SECRET: 'short' },
      'SEALING_SECRET must be a secret of at least 32 characters (try: openssl rand -hex 32)',
    ],
  ])('are refused when they cannot work: %o', (given, fault) => {
    expect(() => loadApiConfig({ ...ordering, ...given })).toThrow(`- ${fault}`)
  })
})
