import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptPaymentEvent } from '../features/subscriptions/webhooks.ts'
import { AppError } from '../ground/errors.ts'
import type { App } from '../platform/app.ts'
import type { PaymentEvent, PaymentProvider } from '../platform/payments/provider.ts'
import { sendText } from './answers.ts'
import { readBytes } from './body.ts'

/** Stripe's largest events have some tens of kilobytes. */
const bodyBytesMax = 1024 * 1024

/**
 * Answers a webhook of Stripe: 200 once its event is stored, 400 if Stripe did not sign it. Everything else is 503, which makes
 * Stripe send it again, for three days.
 */
export async function handleStripeWebhook(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('allow', 'POST')
    return sendText(response, 405, 'Webhooks are sent with POST.')
  }
  if (!app.payments) {
    return sendText(
      response,
      503,
      'No payment provider is set up: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are missing.',
    )
  }
  const body = await readBytes(request, bodyBytesMax)
  const event = readEvent(app.payments, body, request.headers['stripe-signature'])
  if (event instanceof AppError) {
    app.log.warn({ err: event }, 'A webhook was refused.')
    return sendText(response, 400, event.message)
  }
  await acceptPaymentEvent(app, event)
  sendText(response, 200, 'Taken.')
}

function readEvent(
  payments: PaymentProvider,
  body: Buffer,
  signature: string | string[] | undefined,
): PaymentEvent | AppError {
  try {
    return payments.readEvent(body, typeof signature === 'string' ? signature : undefined)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}
