import { createServer } from 'node:http'

/** A shop that waits for a payment service to call it back. */
export function createShop() {
  let isPaid = false
  return createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/webhooks/payment') {
      isPaid = true
      response.writeHead(204).end()
      return
    }
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(`<!doctype html><title>Shop</title><h1>${isPaid ? 'Thank you' : 'Waiting for your payment'}</h1>`)
  })
}
