import { once } from 'node:events'
import { WebSocketServer } from 'ws'
import { closeLater } from './queue.ts'
import type { AgentStream, TestAgent } from './test-agent.ts'
import { dialRaw } from './test-visitor.ts'

/** Makes an agent pass its requests to a third-party WebSocket server. */
export async function serveWebSockets(agent: TestAgent): Promise<WebSocketServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  closeLater(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  agent.serve((stream) => void relay(stream, address.port))
  return server
}

/** A simplified agent, as far as upgrades go. */
async function relay(agentStream: AgentStream, port: number): Promise<void> {
  const { head, stream } = agentStream
  const app = dialRaw(port)
  const fields = head.fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  app.socket.write(`GET ${head.target} HTTP/1.1\r\n${fields}Connection: Upgrade\r\n\r\n`)
  const [, ...lines] = (await app.readUntil('\r\n\r\n')).trim().split('\r\n')
  app.socket.removeAllListeners('data').on('data', (chunk) => stream.write(chunk))
  app.socket.on('end', () => stream.end())
  agentStream.onData = (chunk) => {
    app.socket.write(chunk)
    stream.consumed(chunk.length)
  }
  void agentStream.ended.then(() => app.socket.end())
  const answerFields = lines.map((line): [string, string] => [line.split(': ')[0]!, line.split(': ')[1]!])
  stream.sendHead({ status: 101, reason: 'Switching Protocols', fields: answerFields })
  stream.write(Buffer.from(app.received, 'latin1'))
}
