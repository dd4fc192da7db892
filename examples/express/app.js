import express from 'express'
import { listen } from '@culvert/agent'

const app = express()

// X-Forwarded-For names the visitor: the tunnel is the one proxy in front of this app.
app.set('trust proxy', 1)

app.get('/', (request, response) => {
  response.json({ hello: request.ip, over: request.protocol })
})

// Requests come through the tunnel alone: the app listens on no port of this machine.
const tunnel = await listen(app)
console.log(`Open ${tunnel.url}`)

process.once('SIGINT', () => void tunnel.close())
process.once('SIGTERM', () => void tunnel.close())
