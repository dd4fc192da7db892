import { describe, expect, it } from '@jest/globals'
import { ConfigError, loadApiConfig } from './config.ts'

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

describe('loadApiConfig', () => {
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
      STRIPE_WEBHOOK_SECRET: 'hunter2',
    })
    expect(message.split('\n')).toEqual([
      'The environment of the API has faults:',
      '- SMTP_URL must be an address that starts with smtp://',
      '- MAIL_FROM must be the address that mails come from, for example no-reply@culvert.example.com',
      '- MAIL_OUTBOX_PORT must be a whole number from 0 to 65535',
      '- DNS_RESOLVERS must be addresses of name servers with commas between them, for example 9.9.9.9,[2620:fe::fe]:53',
      '- STRIPE_WEBHOOK_SECRET must be a secret that starts with whsec_',
      '- STRIPE_SECRET_KEY must be set when STRIPE_WEBHOOK_SECRET is',
    ])
  })
})
