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
      socketTiming: { credentialFreshMs: 5_000, drainMs: 30_000, heartbeatMs: 25_000, keepAliveMs: 5_000 },
      stripe: undefined,
    })
  })

  it.each([
    [{ DATABASE_URL: 'postgres://localhost/culvert' }, 5_000],
    [{ DATABASE_URL: 'postgres://localhost/culvert', API_NOTICE_SECONDS: '0' }, 0],
    [{ API_NOTICE_SECONDS: '300' }, 300_000],
  ])('gives load balancers 5 s of notice with PostgreSQL, or API_NOTICE_SECONDS: %j', (change, noticeMs) => {
    expect(loadApiConfig({ EDGE_SECRET, ...change }).noticeMs).toBe(noticeMs)
  })

  it.each(['301', '-1', '1.5', 'soon'])('refuses API_NOTICE_SECONDS=%s', (API_NOTICE_SECONDS) => {
    expect(() => loadApiConfig({ EDGE_SECRET, API_NOTICE_SECONDS })).toThrow(
      'API_NOTICE_SECONDS must be a whole number from 0 to 300',
    )
  })

  it('reads every variable', () => {
    const everywhere = {
      EDGE_SECRET,
      HOST: '0.0.0.0',
      PORT: '0',
      REDIS_URL: 'redis://redis:6379',
      CULVERT_PACKAGES: '/srv/packages',
      CULVERT_PUBLIC_URL: 'https://culvert.example.com/',
      CULVERT_TUNNEL_URL: 'https://tunnels.example.com:8443',
      CULVERT_DOMAIN: 'tunnels.example.com',
      DNS_RESOLVERS: '9.9.9.9',
      SEALING_SECRET: 's'.repeat(32),
      SEALING_SECRET_PREVIOUS: 'p'.repeat(32),
      ISSUER_ALLOWED_NETWORKS: '10.0.0.0/8',
      WEBHOOK_ALLOWED_NETWORKS: 'fd00::/8',
      ACME_EMAIL: 'operator@example.com',
      ACME_CA: 'https://acme.example/directory',
      ACME_FALLBACK_CA: 'https://fallback.example/directory',
      ACME_CA_ROOT: '/etc/root.pem',
      ACME_ACCEPT_TOS: 'off',
      ACME_EAB_KID: 'kid',
      ACME_EAB_HMAC: 'aG1hYw',
      ACME_FALLBACK_EAB_KID: 'kid 2',
      ACME_FALLBACK_EAB_HMAC: 'aG1hYzI',
      ACME_PROFILE: 'shortlived',
      ACME_CHALLENGES: 'dns-01, http-01',
      ACME_DNS_RESOLVERS: '127.0.0.1:5353',
      ACME_DNS_HOOK: '/bin/hook',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: 'http://localhost:12111',
      LOG_LEVEL: 'debug',
      TRUSTED_PROXIES: '1',
      API_CONNECTIONS: '300',
      API_CONNECTIONS_PER_ADDRESS: '30',
      API_NOTICE_SECONDS: '7',
      API_READ_POINTS_PER_MINUTE: '70',
      TUNNEL_REQUESTS_PER_MINUTE: '71',
      TUNNEL_REQUEST_BURST: '72',
      TUNNEL_OPEN_REQUESTS: '73',
    }
    const config = {
      ...loadApiConfig({ EDGE_SECRET }),
      host: '0.0.0.0',
      port: 0,
      redisUrl: 'redis://redis:6379',
      publicUrl: 'https://culvert.example.com',
      tunnelUrl: 'https://tunnels.example.com:8443',
      domain: 'tunnels.example.com',
      dnsResolvers: ['9.9.9.9'],
      issuers: { allowedNetworks: ['10.0.0.0/8'], timeoutMs: 10_000 },
      webhooks: { allowedNetworks: ['fd00::/8'], timeoutMs: 10_000 },
      certificates: {
        email: 'operator@example.com',
        acceptsTerms: false,
        authorities: [
          { directoryUrl: 'https://acme.example/directory', externalAccount: { kid: 'kid', hmacKey: 'aG1hYw' } },
          { directoryUrl: 'https://fallback.example/directory', externalAccount: { kid: 'kid 2', hmacKey: 'aG1hYzI' } },
        ],
        rootFile: '/etc/root.pem',
        profile: 'shortlived',
        challenges: ['dns-01', 'http-01'],
        dns: expect.objectContaining({ publish: expect.any(Function) }),
        dnsResolvers: ['127.0.0.1:5353'],
      },
      stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: 'http://localhost:12111' },
      logLevel: 'debug',
      packagesFolder: '/srv/packages',
      trustedProxies: 1,
      // Longer than proxies do.
      socketTiming: { credentialFreshMs: 5_000, drainMs: 30_000, heartbeatMs: 25_000, keepAliveMs: 65_000 },
      connectionLimits: { total: 300, perAddress: 30 },
      noticeMs: 7_000,
      readPointsPerMinute: 70,
      tunnelLimits: { requestsPerMinute: 71, requestBurst: 72, openRequests: 73 },
    }
    const sealing = { secret: everywhere.SEALING_SECRET, previous: everywhere.SEALING_SECRET_PREVIOUS }

    // Without servers for the database and mails, and with them.
    expect(loadApiConfig({ ...everywhere, CULVERT_DATA: '/srv/data', MAIL_OUTBOX_PORT: '8026' })).toEqual({
      ...config,
      database: { kind: 'embedded', folder: '/srv/data/database' },
      sealing: { ...sealing, file: '/srv/data/sealing-secret' },
      mail: { kind: 'outbox', port: 8026 },
    })
    const servers = {
      DATABASE_URL: 'postgres://culvert:secret@db/culvert',
      SMTP_URL: 'smtp://mail:1025',
      MAIL_FROM: 'hello@example.com',
    }
    expect(loadApiConfig({ ...everywhere, ...servers })).toEqual({
      ...config,
      database: { kind: 'postgres', url: 'postgres://culvert:secret@db/culvert' },
      sealing: { ...sealing, file: undefined },
      mail: { kind: 'smtp', url: 'smtp://mail:1025', from: 'hello@example.com' },
    })
  })

  it('accepts an empty variable as unset', () => {
    const empty = { CULVERT_DATA: '', PORT: '', DATABASE_URL: '', LOG_LEVEL: '', SEALING_SECRET: '', ACME_EMAIL: '' }
    expect(loadApiConfig({ EDGE_SECRET, ...empty })).toEqual(loadApiConfig({ EDGE_SECRET }))
  })

  it('names every fault in one error, and repeats no value', () => {
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

  it.each(['192.168.1.5', 'tunnels.10'])('refuses CULVERT_DOMAIN=%s: no hostname can be below it', (CULVERT_DOMAIN) => {
    expect(() => loadApiConfig({ EDGE_SECRET, CULVERT_DOMAIN })).toThrow(
      '- CULVERT_DOMAIN must be a domain name, not an IP address: gateways are names below it',
    )
  })

  it('requires the edge secret', () => {
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
  it('by default keeps mails in the outbox, uses the resolvers of the system, and takes no payments', () => {
    expect(loadApiConfig(needed)).toMatchObject({
      mail: { kind: 'outbox', port: undefined },
      dnsResolvers: [],
      stripe: undefined,
    })
  })

  it('sends mails by SMTP from an address on its own domain, or from MAIL_FROM', () => {
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

  it("takes payments if both of the provider's secrets are set, and names a missing one", () => {
    const both = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(loadApiConfig({ ...needed, ...both }).stripe).toEqual({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' })
    const standIn = { ...both, STRIPE_API_URL: 'http://localhost:12111' }
    expect(loadApiConfig({ ...needed, ...standIn }).stripe).toMatchObject({ apiUrl: 'http://localhost:12111' })
    expect(findFaults({ STRIPE_SECRET_KEY: 'sk_test_1' })).toBe(
      'The environment of the API has a fault:\n- STRIPE_WEBHOOK_SECRET must be set when STRIPE_SECRET_KEY is',
    )
  })

  it('reports every fault in one error, and repeats no value', () => {
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

describe('certificate settings', () => {
  const ordering = {
    EDGE_SECRET,
    ACME_EMAIL: 'operator@example.com',
    CULVERT_PUBLIC_URL: 'https://tunnels.example.com',
    CULVERT_TUNNEL_URL: 'https://tunnel.tunnels-example.net',
  }

  it('need only an e-mail address, and default to Let’s Encrypt', () => {
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

  it('can name another authority, a fallback, and a way to set TXT records', () => {
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
