import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { HeaderField } from '@culvert/wire'
import type { WebhookVerdict } from './api-types.ts'
import { findField } from './keep-body.ts'

export const webhookProviders = ['github', 'stripe', 'slack', 'shopify', 'twilio', 'standard'] as const
export type WebhookProvider = (typeof webhookProviders)[number]

/** The secret with which a provider signs. Never stored with requests, never printed. */
export interface WebhookSecret {
  provider: WebhookProvider
  secret: string
}

/** Reads `provider:secret`; undefined if it is invalid. */
export function parseWebhookSecret(written: string): WebhookSecret | undefined {
  const [name, ...secret] = written.split(':')
  const provider = webhookProviders.find((each) => each === name)
  return provider === undefined || secret.join(':') === '' ? undefined : { provider, secret: secret.join(':') }
}

/** How far a signed time may be from this machine's, in seconds, as Stripe, Slack and Standard Webhooks specify. */
const toleranceSeconds = 300

interface Webhook {
  field: (name: string) => string | undefined
  target: string
  body: Buffer
  nowSeconds: number
}

/** The field that carries a provider's signature. */
const signatureFields: Readonly<Record<WebhookProvider, readonly string[]>> = {
  github: ['x-hub-signature-256'],
  stripe: ['stripe-signature'],
  slack: ['x-slack-signature'],
  shopify: ['x-shopify-hmac-sha256'],
  twilio: ['x-twilio-signature'],
  standard: ['webhook-signature', 'svix-signature'],
}

/** Each returns what is wrong with a signature; undefined if it is valid. */
const checks: Readonly<
  Record<WebhookProvider, (webhook: Webhook, given: string, secret: string) => string | undefined>
> = {
  github: ({ body }, given, secret) => compare([given], `sha256=${hmac('sha256', secret, [body]).toString('hex')}`),
  stripe({ body, nowSeconds }, given, secret) {
    const parts = given.split(',').map((part) => part.split('='))
    const time = parts.find(([name]) => name === 't')?.[1] ?? ''
    const signatures = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value)
    const expected = hmac('sha256', secret, [`${time}.`, body]).toString('hex')
    return compare(signatures, expected) ?? checkTime(time, nowSeconds)
  },
  slack({ field, body, nowSeconds }, given, secret) {
    const time = field('x-slack-request-timestamp') ?? ''
    const expected = `v0=${hmac('sha256', secret, [`v0:${time}:`, body]).toString('hex')}`
    return compare([given], expected) ?? checkTime(time, nowSeconds)
  },
  shopify: ({ body }, given, secret) => compare([given], hmac('sha256', secret, [body]).toString('base64')),
  twilio: checkTwilio,
  standard({ field, body, nowSeconds }, given, secret) {
    const id = field('webhook-id') ?? field('svix-id') ?? ''
    const time = field('webhook-timestamp') ?? field('svix-timestamp') ?? ''
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const expected = `v1,${hmac('sha256', key, [`${id}.${time}.`, body]).toString('base64')}`
    return compare(given.split(' '), expected) ?? checkTime(time, nowSeconds)
  },
}

/** Checks the signature of a webhook. Returns undefined for a request that carries no signature of a provider whose secret was given. */
export function checkWebhook(
  secrets: readonly WebhookSecret[],
  fields: readonly HeaderField[],
  target: string,
  body: Buffer,
  isTruncated: boolean,
  nowMs = Date.now(),
): WebhookVerdict | undefined {
  const field = (name: string) => findField(fields, name)
  const webhook = { field, target, body, nowSeconds: nowMs / 1000 }
  let verdict: WebhookVerdict | undefined
  for (const { provider, secret } of secrets) {
    const given = signatureFields[provider].map(field).find((each) => each !== undefined)
    if (given === undefined) continue
    const why = isTruncated
      ? 'The body is too long to be kept, so its signature was not checked.'
      : checks[provider](webhook, given, secret)
    // If a provider has several secrets, one match is enough: that is how secrets are rotated.
    if (why === undefined) return { provider, isValid: true, why: 'The signature is right.' }
    verdict ??= { provider, isValid: false, why }
  }
  return verdict
}

/** Twilio signs the URL that it requested, and the fields of a form sorted by name. */
function checkTwilio({ field, target, body }: Webhook, given: string, secret: string): string | undefined {
  const bodySha256 = /[?&]bodySHA256=([0-9a-f]{64})/.exec(target)?.[1]
  if (bodySha256 !== undefined && createHash('sha256').update(body).digest('hex') !== bodySha256) {
    return 'The body is not the one that bodySHA256 names.'
  }
  const isForm = field('content-type')?.startsWith('application/x-www-form-urlencoded') === true
  const pairs = isForm ? [...new URLSearchParams(body.toString())] : []
  const form = pairs
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => name + value)
    .join('')
  const faults = ['https', 'http'].map((scheme) =>
    compare([given], hmac('sha1', secret, [`${scheme}://${field('host') ?? ''}${target}${form}`]).toString('base64')),
  )
  return faults.includes(undefined) ? undefined : faults[0]
}

function hmac(algorithm: 'sha1' | 'sha256', secret: string | Buffer, parts: readonly (Buffer | string)[]): Buffer {
  const mac = createHmac(algorithm, secret)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

function compare(given: readonly string[], expected: string): string | undefined {
  const right = Buffer.from(expected)
  const isRight = given.some((each) => {
    const bytes = Buffer.from(each)
    return bytes.length === right.length && timingSafeEqual(bytes, right)
  })
  return isRight ? undefined : 'The signature is not that of this body with the secret that was given.'
}

function checkTime(seconds: string, nowSeconds: number): string | undefined {
  const apart = Math.abs(nowSeconds - Number(seconds))
  if (apart <= toleranceSeconds) return undefined
  return `The signature is right, but was made ${Math.round(apart)} s away from this machine's time; at most ${toleranceSeconds} s are accepted.`
}
