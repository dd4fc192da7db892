import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request that the fake received, with its form fields in the notation of Stripe's documentation. */
export interface StripeRequest {
  route: string
  form: Record<string, string>
  idempotencyKey: string | undefined
}

export interface StripeFault {
  status: number
  error: { type: string; code?: string; param?: string; message: string }
}

/** The parts of Stripe that a subscription needs, over HTTP on loopback. */
export interface FakeStripe {
  url: string
  secretKey: string
  webhookSecret: string
  requests: StripeRequest[]
  /** Readable objects, by path such as `/v1/products/prod_1`. */
  objects: Map<string, object>
  /** Faults that the next requests meet instead of an answer. */
  faults: (StripeFault | 'hang up' | 'lose the answer')[]
  /** The body and the `stripe-signature` header of a webhook, as Stripe sends it at an instant. */
  signWebhook(event: object, at: Date): { body: Buffer; signature: string }
  close(): Promise<void>
}

type Answer = { status: number; body: object }

export async function startFakeStripe(): Promise<FakeStripe> {
  const secretKey = 'sk_test_51Fake0Secret0Key'
  const webhookSecret = 'whsec_fake0signing0secret'
  const requests: StripeRequest[] = []
  const objects = new Map<string, object>()
  const faults: FakeStripe['faults'] = []
  const answered = new Map<string, Answer>()

  const answer = async (request: IncomingMessage): Promise<Answer | 'hang up'> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const key = request.headers['idempotency-key']
    const idempotencyKey = typeof key === 'string' ? key : undefined
    requests.push({ route: `${request.method} ${pathname}`, form, idempotencyKey })
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      const given = request.headers.authorization?.replace('Bearer ', '')
      return toAnswer({
        status: 401,
        error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${given}` },
      })
    }
    const fault = faults.shift()
    if (fault === 'hang up') return fault
    if (typeof fault === 'object') return toAnswer(fault)
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey)
    if (before) return before
    const made = respondTo(request.method ?? '', pathname, form, listExpanded(searchParams))
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, made)
    return fault === 'lose the answer' ? 'hang up' : made
  }

  const read = (path: string, expand: string[]): Answer => {
    const object = objects.get(path)
    if (object) return { status: 200, body: collapse(object, expand) }
    const message = `No such object: '${path.split('/').at(-1)}'`
    return toAnswer({ status: 404, error: { type: 'invalid_request_error', code: 'resource_missing', message } })
  }

  const respondTo = (method: string, path: string, form: Record<string, string>, expand: string[]): Answer => {
    if (method === 'GET') return read(path, expand)
    if (path.endsWith('/expire')) return expire(path.slice(0, -'/expire'.length))
    if (path === '/v1/checkout/sessions') return keep(path, create(path, form))
    if (!path.startsWith('/v1/subscriptions/')) return create(path, form)
    const known = objects.get(path)
    // Stripe returns subscriptions that have ended only for reading.
    if (!known || ('status' in known && known.status === 'canceled')) return read('', [])
    const change =
      method === 'DELETE' ? { status: 'canceled' } : { cancel_at_period_end: form.cancel_at_period_end === 'true' }
    objects.set(path, { ...known, ...change })
    return read(path, expand)
  }

  const keep = (path: string, made: Answer): Answer => {
    if ('id' in made.body)
      objects.set(`${path}/${String(made.body.id)}`, { ...made.body, status: 'open', subscription: null })
    return made
  }

  const expire = (path: string): Answer => {
    const session = objects.get(path)
    if (!session) return read('', [])
    if (!('status' in session) || session.status !== 'open') {
      const message = 'Only Checkout Sessions with a status in ["open"] can be expired.'
      return toAnswer({ status: 400, error: { type: 'invalid_request_error', message } })
    }
    objects.set(path, { ...session, status: 'expired', url: null })
    return read(path, [])
  }

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const made = await answer(request)
    if (made === 'hang up') return void request.socket.destroy()
    response.writeHead(made.status, { 'content-type': 'application/json', 'request-id': `req_${requests.length}` })
    response.end(JSON.stringify(made.body))
  }

  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake listens on no TCP port.')

  return {
    url: `http://127.0.0.1:${address.port}`,
    secretKey,
    webhookSecret,
    requests,
    objects,
    faults,
    signWebhook: (event, at) => {
      const body = JSON.stringify(event, null, 2)
      const seconds = Math.floor(at.getTime() / 1_000)
      const signature = createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex')
      return { body: Buffer.from(body), signature: `t=${seconds},v1=${signature},v0=0` }
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

let sessionCount = 0

function create(path: string, form: Record<string, string>): Answer {
  sessionCount += 1
  if (path === '/v1/checkout/sessions' && form['line_items[0][price]']) {
    const id = `cs_test_${sessionCount}`
    return { status: 200, body: { id, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/${id}` } }
  }
  if (path === '/v1/billing_portal/sessions' && form.customer) {
    const id = `bps_${sessionCount}`
    return { status: 200, body: { id, object: 'billing_portal.session', url: `https://billing.stripe.com/p/${id}` } }
  }
  return toAnswer({
    status: 400,
    error: { type: 'invalid_request_error', message: `Cannot POST ${path} with these fields.` },
  })
}

function toAnswer({ status, error }: StripeFault): Answer {
  return { status, body: { error } }
}

/** `expand[0]=customer&expand[1]=…` */
function listExpanded(query: URLSearchParams): string[] {
  return [...query].flatMap(([name, value]) => (name.startsWith('expand[') ? [value] : []))
}

/** Reduces every inner object to its id, unless its path is to be expanded, as Stripe does. */
function collapse(object: object, expand: readonly string[], path = ''): object {
  const entries = Object.entries(object).map(([name, value]: [string, unknown]) => {
    const inner = path === '' ? name : `${path}.${name}`
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name, value]
    const expanded = expand.some((wanted) => wanted === inner || wanted.startsWith(`${inner}.`))
    if (!expanded && 'id' in value) return [name, value.id]
    return [name, collapse(value, expand, inner)]
  })
  return Object.fromEntries(entries)
}
