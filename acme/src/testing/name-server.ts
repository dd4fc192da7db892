import { createSocket, type RemoteInfo, type Socket as DgramSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { hasCode } from '@culvert/program'
import { AUTHORITATIVE_ANSWER, TRUNCATED_RESPONSE, decode, encode, type Answer, type DecodedPacket } from 'dns-packet'
import { encodeName } from '../dns/message.ts'
import { signMessage, TsigError, verifyMessage, type TsigKey } from '../dns/tsig.ts'

/** A primary name server on loopback that accepts updates, by UDP and TCP. */
export interface TestNameServer {
  /** Host and port. */
  address: string
  port: number
  /** The zones that it has. */
  zones: string[]
  /** Values by type and name, such as `TXT _acme-challenge.a.example`. */
  records: Map<string, string[]>
  /** The address of every host in its zones; undefined for none. */
  hosts: string | undefined
  /** The keys that may update; if there are none, any client may. */
  keys: TsigKey[]
  /** The queries that it received, as transport and operation or type, with the name. */
  asked: string[]
  faults: {
    /** Sends no answers by UDP. */
    isSilentByUdp: boolean
    /** Marks its UDP answers as truncated. */
    truncates: boolean
    /** Refuses all updates with this code. */
    rcode: number
    /** Signs its answers with this instead of the key's secret. */
    secret: Buffer | undefined
    /** Does not sign its answers. */
    isUnsigned: boolean
    /** The error of its signing clock, in milliseconds. */
    clockMs: number
  }
  close(): Promise<void>
}

const rcodes = { refused: 5, notAuth: 9, notZone: 10 }
const updateOperation = 5
const headerBytes = 12

export async function startNameServer(): Promise<TestNameServer> {
  const sockets = new Set<Socket>()
  const { udp, tcp, port } = await bindBoth()
  const server: TestNameServer = {
    address: `127.0.0.1:${port}`,
    port,
    zones: [],
    records: new Map(),
    hosts: undefined,
    keys: [],
    asked: [],
    faults: { isSilentByUdp: false, truncates: false, rcode: 0, secret: undefined, isUnsigned: false, clockMs: 0 },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      const closed = Promise.all([once(udp, 'close'), once(tcp, 'close')])
      udp.close()
      tcp.close()
      await closed
    },
  }
  udp.on('message', (message: Buffer, { address, port: from }: RemoteInfo) => {
    if (server.faults.isSilentByUdp) {
      server.asked.push('UDP, unanswered')
      return
    }
    const answer = serve(server, message, 'UDP')
    if (server.faults.truncates) answer.writeUInt16BE(answer.readUInt16BE(2) | TRUNCATED_RESPONSE, 2)
    udp.send(answer, from, address)
  })
  tcp.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let received = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (received.length < 2 || received.length < received.readUInt16BE(0) + 2) return
      const answer = serve(server, received.subarray(2, received.readUInt16BE(0) + 2), 'TCP')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(answer.length)
      socket.write(Buffer.concat([length, answer]))
      received = received.subarray(received.readUInt16BE(0) + 2)
    })
  })
  return server
}

const attempts = 10

/** Binds both to one port of loopback. A port that is free for UDP may be in use for TCP; it then tries another. */
async function bindBoth(): Promise<{ udp: DgramSocket; tcp: Server; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const [udp, tcp] = [createSocket('udp4'), createServer()]
    udp.bind(0, '127.0.0.1')
    await once(udp, 'listening')
    const { port } = udp.address()
    tcp.listen(port, '127.0.0.1')
    try {
      await once(tcp, 'listening')
      return { udp, tcp, port }
    } catch (error) {
      udp.close()
      if (attempt === attempts || !hasCode(error, 'EADDRINUSE')) throw error
    }
  }
}

function serve(server: TestNameServer, message: Buffer, transport: string): Buffer {
  const packet = decode(message)
  const isUpdate = ((message.readUInt16BE(2) >> 11) & 0xf) === updateOperation
  const [{ name, type } = { name: '', type: 'A' }] = packet.questions ?? []
  server.asked.push(`${transport} ${isUpdate ? 'UPDATE' : type} ${name.toLowerCase()}`)
  return isUpdate ? update(server, message, packet) : answerQuery(server, packet)
}

function answerQuery({ zones, records, hosts }: TestNameServer, packet: DecodedPacket): Buffer {
  const [question = { name: '', type: 'A' as const }] = packet.questions ?? []
  const name = question.name.toLowerCase()
  const { type } = question
  const zone = zones.filter((each) => name === each || name.endsWith(`.${each}`)).toSorted(byLength)[0]
  const found = records.get(`${type} ${name}`) ?? (type === 'A' && hosts !== undefined ? [hosts] : [])
  return encode({
    type: 'response',
    id: packet.id,
    flags: AUTHORITATIVE_ANSWER | (zone === undefined ? rcodes.refused : 0),
    questions: packet.questions,
    answers:
      type === 'SOA' && name === zone
        ? [soa(zone)]
        : found.map((data) => ({ type, name: question.name, ttl: 1, data }) as Answer),
    authorities: zone === undefined || found.length > 0 || name === zone ? [] : [soa(zone)],
  })
}

function soa(owner: string): Answer {
  const data = {
    mname: `ns.${owner}`,
    rname: `operator.${owner}`,
    serial: 1,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 1,
  }
  return { type: 'SOA', name: owner, data }
}

const byLength = (one: string, other: string) => other.length - one.length

/** RFC 2136, section 3, for TXT records; signed by RFC 8945, section 5.3. */
function update(server: TestNameServer, message: Buffer, packet: DecodedPacket): Buffer {
  const { keys, faults, zones } = server
  const signature = packet.additionals?.at(-1)
  const key = keys.find(({ name }) => signature?.type === 'TSIG' && signature.name === name)
  const [{ name: zone } = { name: '' }] = packet.questions ?? []
  if (keys.length === 0)
    return answerUpdate(message, zones.includes(zone) ? apply(server, zone, packet) : rcodes.notAuth)
  if (signature?.type !== 'TSIG') return answerUpdate(message, rcodes.refused)
  if (key === undefined) return refuseSignature(message, signature, 'BADKEY')
  try {
    const requestMac = verifyMessage(message, { key, nowMs: Date.now() })
    const rcode = zones.includes(zone) ? apply(server, zone, packet) : rcodes.notAuth
    const answer = answerUpdate(message, rcode)
    if (faults.isUnsigned) return answer
    const signing = { ...key, secret: faults.secret ?? key.secret }
    return signMessage(answer, { key: signing, nowMs: Date.now() + faults.clockMs, requestMac }).signed
  } catch (error) {
    if (!(error instanceof TsigError) || error.code === 'BADTIME') throw error
    return refuseSignature(message, signature, error.code)
  }
}

/** Reports what is wrong with a signature, in one without a MAC (RFC 8945, section 5.3.2). */
function refuseSignature(
  message: Buffer,
  { name, data }: { name: string; data: Buffer },
  code: 'BADKEY' | 'BADSIG',
): Buffer {
  const answer = answerUpdate(message, rcodes.notAuth)
  const nameEnd = data.indexOf(0) + 1
  // Algorithm, time and fudge are the request's; then come no MAC, its id, the error, and nothing else.
  const fields = Buffer.alloc(8)
  message.copy(fields, 2, 0, 2)
  fields.writeUInt16BE(tsigErrors[code], 4)
  const record = Buffer.concat([data.subarray(0, nameEnd + 8), fields])
  const head = Buffer.alloc(10)
  head.writeUInt16BE(typeTsig, 0)
  head.writeUInt16BE(classAny, 2)
  head.writeUInt16BE(record.length, 8)
  answer.writeUInt16BE(1, 10)
  return Buffer.concat([answer, encodeName(name), head, record])
}

const tsigErrors = { BADSIG: 16, BADKEY: 17 }
const typeTsig = 250
const classAny = 255

function apply({ records, faults }: TestNameServer, zone: string, { authorities = [] }: DecodedPacket): number {
  if (faults.rcode !== 0) return faults.rcode
  for (const record of authorities) {
    if (record.type !== 'TXT') return rcodes.refused
    const name = record.name.toLowerCase()
    if (name !== zone && !name.endsWith(`.${zone}`)) return rcodes.notZone
    const value = String(Array.isArray(record.data) ? record.data.join('') : record.data)
    const others = (records.get(`TXT ${name}`) ?? []).filter((each) => each !== value)
    // dns-packet knows no class NONE (254), by which a record is deleted.
    const isAdded = record.class === 'IN'
    records.set(`TXT ${name}`, isAdded ? [...others, value] : others)
  }
  return 0
}

/** Returns the header of an answer alone, as servers send it. */
function answerUpdate(message: Buffer, rcode: number): Buffer {
  const answer = Buffer.alloc(headerBytes)
  message.copy(answer, 0, 0, 2)
  answer.writeUInt16BE(0x8000 | (updateOperation << 11) | rcode, 2)
  return answer
}
