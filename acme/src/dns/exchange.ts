import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { messageOf } from '@culvert/program'
import { nameServerText, type NameServer } from './name-server.ts'

/** How long a name server may take for each attempt over UDP. */
const defaultUdpMs = 2_000
const udpAttempts = 2
const tcpMs = 10_000
const truncatedFlag = 0x02
const answerFlag = 0x80

/** Sends a message to a name server: over UDP, and over TCP if no answer comes or it is truncated (RFC 1035, section 4.2). */
export async function exchange(
  message: Buffer,
  server: NameServer,
  signal: AbortSignal,
  udpMs: number = defaultUdpMs,
): Promise<Buffer> {
  try {
    const { address, family } = await lookup(server.host)
    signal.throwIfAborted()
    const found = { address, port: server.port, udpMs }
    const answer = await exchangeByUdp(message, found, family === 6 ? 'udp6' : 'udp4', signal)
    if (answer !== undefined && (answer.readUInt8(2) & truncatedFlag) === 0) return answer
    return await exchangeByTcp(message, found, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new Error(`The name server ${nameServerText(server)} does not answer: ${messageOf(error)}.`, { cause: error })
  }
}

interface Found {
  address: string
  port: number
  udpMs: number
}

/** Resolves with undefined if no answer came. */
async function exchangeByUdp(
  message: Buffer,
  { address, port, udpMs }: Found,
  type: 'udp4' | 'udp6',
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  // Once connected, the socket receives from this server only.
  const socket = createSocket(type)
  // An error that arrives between two attempts adds no information.
  socket.on('error', () => {})
  try {
    const connected = once(socket, 'connect', { signal })
    socket.connect(port, address)
    await connected
    for (let attempt = 1; attempt <= udpAttempts; attempt += 1) {
      const answer = receive(socket, message, AbortSignal.any([signal, AbortSignal.timeout(udpMs)]))
      socket.send(message)
      const received = await answer
      if (received !== undefined) return received
      signal.throwIfAborted()
    }
    return undefined
  } finally {
    socket.close()
  }
}

/** Resolves with the datagram that answers a message; undefined if none comes in time, or the port is closed. */
async function receive(
  socket: ReturnType<typeof createSocket>,
  message: Buffer,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  return await new Promise((resolve) => {
    const settle = (answer?: Buffer) => {
      socket.off('message', take)
      socket.off('error', fail)
      signal.removeEventListener('abort', fail)
      resolve(answer)
    }
    const take = (answer: Buffer) => {
      if (isAnswer(answer, message)) settle(answer)
    }
    const fail = () => settle()
    socket.on('message', take)
    socket.on('error', fail)
    signal.addEventListener('abort', fail)
  })
}

async function exchangeByTcp(message: Buffer, { address, port }: Found, outer: AbortSignal): Promise<Buffer> {
  const deadline = AbortSignal.timeout(tcpMs)
  const signal = AbortSignal.any([outer, deadline])
  const socket = connect({ host: address, port, signal })
  try {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(message.length)
    socket.write(Buffer.concat([length, message]))
    let received = Buffer.alloc(0)
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received = Buffer.concat([received, chunk])
      // The two length bytes bound the size of an answer.
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) continue
      const answer = received.subarray(2, 2 + received.readUInt16BE(0))
      if (isAnswer(answer, message)) return answer
      throw new Error('what it says is no answer')
    }
    throw new Error('it ended the connection')
  } catch (error) {
    throw deadline.aborted ? new Error(`nothing came within ${tcpMs / 1_000} seconds`, { cause: error }) : error
  } finally {
    socket.destroy()
  }
}

/** Reports whether a message answers another: it has the same id and is marked as a response. */
function isAnswer(answer: Buffer, message: Buffer): boolean {
  if (answer.length < 12 || (answer.readUInt8(2) & answerFlag) === 0) return false
  return answer.readUInt16BE(0) === message.readUInt16BE(0)
}
