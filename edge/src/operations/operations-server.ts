import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveInOrder } from '@culvert/program'
import { metricsContentType } from './metrics.ts'
import { describeReadiness, health } from '../pages/health.ts'

export interface OperationsOptions {
  port: number
  host: string
  /** Returns the metrics in Prometheus' text format. */
  render(): Promise<string>
  /** Returns what keeps the edge from being ready. */
  findObstacles(): string[] | Promise<string[]>
}

/** The operator's port: health, readiness and metrics, separate from what visitors reach. */
export interface OperationsServer {
  port: number
  close(): void
}

/** Starts it. Rejects when the port cannot be listened on. */
export async function startOperationsServer(options: OperationsOptions): Promise<OperationsServer> {
  const server = createServer()
  serveInOrder(server, (request, response) => {
    answer(request, response, options).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const what = `Port ${options.port} of ${options.host} cannot be listened on (${cause.message})`
      reject(new Error(`${what}. Set EDGE_OPERATIONS_PORT to another one.`, { cause }))
    })
    server.listen({ port: options.port, host: options.host }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  options: OperationsOptions,
): Promise<void> {
  const send = ({ status, body }: { status: number; body: string }, contentType = 'application/json') =>
    response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body)
  switch (url) {
    case '/healthz':
      send(health)
      break
    case '/readyz':
      send(describeReadiness(await options.findObstacles()))
      break
    case '/metrics':
      send({ status: 200, body: await options.render() }, metricsContentType)
      break
    default:
      send({ status: 404, body: 'The pages here are /healthz, /readyz and /metrics.\n' }, 'text/plain')
  }
}
