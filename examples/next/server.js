import { createServer } from 'node:http'
import next from 'next'
import { listen } from '@culvert/agent'

const port = Number(process.env.PORT ?? 3000)

const server = createServer()
const tunnel = await listen(server)

// Next refuses the requests of hot reload from other origins than its own: next.config.js allows this one.
process.env.PUBLIC_HOSTNAME = new URL(tunnel.url).hostname

const app = next({ dev: true, httpServer: server, hostname: 'localhost', port })
await app.prepare()
server.on('request', app.getRequestHandler())
server.listen(port, 'localhost')
console.log(`Open http://localhost:${port} or ${tunnel.url}`)

async function stop() {
  await tunnel.close()
  process.exit()
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
