import { createSocket, type RemoteInfo, type Socket as DatagramSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { decode, encode, RECURSION_DESIRED, type Answer } from 'dns-packet'

/**
 * The server's answer for a type and name such as `TXT example.com`: records, an RCODE (RFC 1035, section 4.1.1), or none at all.
 * A CAA record is written as in a zone file: `0 issue "authority.example"`.
 */
export type Zone = Record<string, string[] | 'servfail' | 'nxdomain' | 'refused' | 'silence' | 'garbage'>

/** A name server on loopback that gives the answers of a test. */
export interface DnsServer {
  /** Its address for a resolver: host and port. */
  address: string
  port: number
  /** Its answers; NXDOMAIN for everything else. */
  zone: Zone
  /** The queries it received, as types and names. */
  asked: string[]
  close(): Promise<void>
}

const rcodes = { servfail: 2, nxdomain: 3, refused: 5 }

/** Starts one at a loopback address, on a free port unless one is given. */
export async function startDnsServer(host: '127.0.0.1' | '::1' = '127.0.0.1', port = 0): Promise<DnsServer> {
  const { socket, streams } = await listen(host, port)
  const { port: ownPort } = socket.address()
  const sockets = new Set<Socket>()
  const server: DnsServer = {
    address: `${host === '::1' ? '[::1]' : host}:${ownPort}`,
    port: ownPort,
    zone: {},
    asked: [],
    close: async () => {
      const closed = Promise.all([once(socket, 'close'), once(streams, 'close')])
      socket.close()
      streams.close()
      for (const stream of sockets) stream.destroy()
      await closed
    },
  }
  /** Returns the answer to send; undefined for none. */
  const answer = (message: Buffer): Buffer | undefined => {
    const { id, questions = [] } = decode(message)
    const [{ name, type } = { name: '', type: 'A' }] = questions
    server.asked.push(`${type} ${name}`)
    const said = server.zone[`${type} ${name}`] ?? 'nxdomain'
    if (said === 'silence') return undefined
    if (said === 'garbage') return Buffer.from('no packet')
    const answers = Array.isArray(said)
      ? said.map((data) => ({ type, name, ttl: 3600, data: type === 'CAA' ? parseCaa(data) : data }) as Answer)
      : []
    const rcode = Array.isArray(said) ? 0 : rcodes[said]
    return encode({ type: 'response', id, flags: RECURSION_DESIRED | rcode, questions, answers })
  }
  socket.on('message', (message: Buffer, { address: to, port: toPort }: RemoteInfo) => {
    const said = answer(message)
    if (said !== undefined) socket.send(said, toPort, to)
  })
  // Some clients query by TCP only, with a length before each message (RFC 7766, section 8).
  streams.on('connection', (stream) => {
    let read = Buffer.alloc(0)
    sockets.add(stream)
    stream.on('close', () => sockets.delete(stream)).on('error', () => stream.destroy())
    stream.on('data', (chunk) => {
      read = Buffer.concat([read, chunk])
      while (read.length >= lengthBytes && read.length >= lengthBytes + read.readUInt16BE()) {
        const end = lengthBytes + read.readUInt16BE()
        const said = answer(read.subarray(lengthBytes, end))
        read = read.subarray(end)
        if (said === undefined) continue
        const length = Buffer.alloc(lengthBytes)
        length.writeUInt16BE(said.length)
        stream.write(Buffer.concat([length, said]))
      }
    })
  })
  return server
}

const lengthBytes = 2
const triesMax = 20

/** Listens on one port for datagrams and streams; if none is given, on one that is free for both. */
async function listen(host: string, port: number): Promise<{ socket: DatagramSocket; streams: Server }> {
  for (let tries = 1; ; tries += 1) {
    const socket = createSocket(host === '::1' ? 'udp6' : 'udp4')
    socket.bind(port, host)
    await once(socket, 'listening')
    const streams = createServer()
    streams.listen(socket.address().port, host)
    try {
      await once(streams, 'listening')
      return { socket, streams }
    } catch (error) {
      socket.close()
      if (port !== 0 || tries === triesMax) throw error
    }
  }
}

function parseCaa(record: string) {
  const [, flags = '', tag = '', value = ''] = /^(\d+) (\w+) "(.*)"$/.exec(record) ?? []
  return { flags: Number(flags), tag, value }
}
