import { createHash, createHmac } from 'node:crypto'
import type { HeaderField } from '@culvert/wire'
import { describe, expect, it } from 'vitest'
import { checkWebhook, parseWebhookSecret, webhookProviders } from './webhooks.ts'
import type { WebhookProvider } from './webhooks.ts'

const nowMs = Date.parse('2026-11-23T12:00:00Z')
const seconds = String(nowMs / 1000)
const standardKey = Buffer.from('a key of some length')

interface Signed {
  secret: string
  fields: (body: string) => HeaderField[]
  target?: string
}

function mac(secret: string | Buffer, text: string, encoding: 'base64' | 'hex', algorithm = 'sha256'): string {
  return createHmac(algorithm, secret).update(text).digest(encoding)
}

/** A request as each provider signs it. */
const signed: Record<WebhookProvider, Signed> = {
  github: { secret: 's', fields: (body) => [['X-Hub-Signature-256', `sha256=${mac('s', body, 'hex')}`]] },
  stripe: {
    secret: 's',
    fields: (body) => [['Stripe-Signature', `t=${seconds},v1=00,v1=${mac('s', `${seconds}.${body}`, 'hex')}`]],
  },
  slack: {
    secret: 's',
    fields: (body) => [
      ['X-Slack-Request-Timestamp', seconds],
      ['X-Slack-Signature', `v0=${mac('s', `v0:${seconds}:${body}`, 'hex')}`],
    ],
  },
  shopify: { secret: 's', fields: (body) => [['X-Shopify-Hmac-Sha256', mac('s', body, 'base64')]] },
  twilio: {
    secret: 's',
    target: `/sms?bodySHA256=${createHash('sha256').update('{}').digest('hex')}`,
    fields: () => [
      ['Host', 'demo.test'],
      ['X-Twilio-Signature', mac('s', `https://demo.test${signed.twilio.target}`, 'base64', 'sha1')],
    ],
  },
  standard: {
    secret: `whsec_${standardKey.toString('base64')}`,
    fields: (body) => [
      ['webhook-id', 'msg_1'],
      ['webhook-timestamp', seconds],
      ['webhook-signature', `v1,AAAA v1,${mac(standardKey, `msg_1.${seconds}.${body}`, 'base64')}`],
    ],
  },
}

function check(provider: WebhookProvider, body: string, { secret = signed[provider].secret, atMs = nowMs } = {}) {
  const { fields, target = '/hook' } = signed[provider]
  return checkWebhook([{ provider, secret }], fields('{}'), target, Buffer.from(body), false, atMs)
}

describe.each(webhookProviders)('a webhook from %s', (provider) => {
  it('is valid with the secret and body that were signed', () => {
    expect(check(provider, '{}')).toMatchObject({ provider, isValid: true })
  })

  it('is invalid with another body or secret', () => {
    expect(check(provider, '{"amount":1}')).toMatchObject({ provider, isValid: false })
    expect(check(provider, '{}', { secret: 'b3RoZXI=' })).toMatchObject({ provider, isValid: false })
  })
})

describe('the webhook check', () => {
  it.each(['stripe', 'slack', 'standard'] as const)(
    'refuses a signature from %s that is older than 5 minutes',
    (provider) => {
      expect(check(provider, '{}', { atMs: nowMs + 301_000 })).toMatchObject({ isValid: false })
      expect(check(provider, '{}', { atMs: nowMs + 299_000 })).toMatchObject({ isValid: true })
    },
  )

  it('sorts form fields by name, as Twilio does when it signs them', () => {
    const url = 'https://demo.test/sms'
    const fields: HeaderField[] = [
      ['Host', 'demo.test'],
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['X-Twilio-Signature', mac('s', `${url}BodyhiFrom+1`, 'base64', 'sha1')],
    ]
    const secrets = [{ provider: 'twilio' as const, secret: 's' }]
    const verdict = checkWebhook(secrets, fields, '/sms', Buffer.from('From=%2B1&Body=hi'), false)
    expect(verdict).toMatchObject({ isValid: true })
  })

  it('ignores unsigned requests, and does not accept the signature of a truncated body', () => {
    const secrets = [{ provider: 'github' as const, secret: 's' }]
    expect(checkWebhook(secrets, [], '/', Buffer.from('{}'), false)).toBeUndefined()
    const fields = signed.github.fields('{}')
    expect(checkWebhook(secrets, fields, '/', Buffer.from('{}'), true)).toMatchObject({ isValid: false })
  })

  it('parses a provider and its secret, which may contain colons', () => {
    expect(parseWebhookSecret('slack:a:b')).toEqual({ provider: 'slack', secret: 'a:b' })
    expect(parseWebhookSecret('nobody:a')).toBeUndefined()
    expect(parseWebhookSecret('slack:')).toBeUndefined()
  })
})
