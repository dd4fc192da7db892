import { createHmac } from 'node:crypto'
import { secretPrefix } from './secrets.ts'

/** The signed values. */
export interface Signed {
  id: string
  sentAt: Date
  body: string
}

/** Returns the header fields that the Standard Webhooks specification asks for, with a signature by each secret. */
export function signRequest({ id, sentAt, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
