import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, RECURSION_DESIRED, type Answer } from 'dns-packet'

/**
 * What the server says of a type and name such as `TXT example.com`: records, an RCODE (RFC 1035, section 4.1.1), or nothing at all.
 * A CAA record is written as in a zone file: `0 issue "authority.example"`.
 */
export type Zone = Record<string, string[] | 'servfail' | 'nxdomain' | 'refused' | 'silence' | 'garbage'>

/** A name server on loopback that says what a test wants. */
export interface DnsServer {
  /** As a resolver's address: host and port. */
  address: string
  port: number
  /** What it says; NXDOMAIN of everything else. */
  zone: Zone
  /** What it was asked, as types and names. */
  asked: string[]
  close(): Promise<void>
}

const rcodes = { servfail: 2, nxdomain: 3, refused: 5 }

/** Starts one at an address of loopback; at a free port unless one is given. */
export async function startDnsServer(host: '127.0.0.1' | '::1' = '127.0.0.1', port = 0): Promise<DnsServer> {
  const socket = createSocket(host === '::1' ? 'udp6' : 'udp4')
  socket.bind(port, host)
  await once(socket, 'listening')
  const server: DnsServer = {
    address: `${host === '::1' ? '[::1]' : host}:${socket.address().port}`,
    port: socket.address().port,
    zone: {},
    asked: [],
    close: async () => {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
  socket.on('message', (message: Buffer, { address: to, port: toPort }: RemoteInfo) => {
    const { id, questions = [] } = decode(message)
    const [{ name, type } = { name: '', type: 'A' }] = questions
    server.asked.push(`${type} ${name}`)
    const said = server.zone[`${type} ${name}`] ?? 'nxdomain'
    if (said === 'silence') return
    if (said === 'garbage') return socket.send('no packet', toPort, to)
    const answers = Array.isArray(said)
      ? said.map((data) => ({ type, name, ttl: 3600, data: type === 'CAA' ? parseCaa(data) : data }) as Answer)
      : []
    const rcode = Array.isArray(said) ? 0 : rcodes[said]
    socket.send(encode({ type: 'response', id, flags: RECURSION_DESIRED | rcode, questions, answers }), toPort, to)
  })
  return server
}

function parseCaa(record: string) {
  const [, flags = '', tag = '', value = ''] = /^(\d+) (\w+) "(.*)"$/.exec(record) ?? []
  return { flags: Number(flags), tag, value }
}
