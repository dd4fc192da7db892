import { createHmac, timingSafeEqual } from 'node:crypto'
import { decode } from 'dns-packet'
import { encodeName, findLastRecord } from './message.ts'

/** A secret that a name server shares with clients that may update a zone (RFC 8945). */
export interface TsigKey {
  name: string
  algorithm: (typeof tsigAlgorithms)[number]
  secret: Buffer
}

export const tsigAlgorithms = ['hmac-sha256', 'hmac-sha384', 'hmac-sha512'] as const

/** A message that is not signed correctly. The error's message says what is wrong, to follow "the name server's answer". */
export class TsigError extends Error {
  /** The name of the code with which a server reports it (RFC 8945, section 3). */
  readonly code: 'BADKEY' | 'BADSIG' | 'BADTIME'

  constructor(code: 'BADKEY' | 'BADSIG' | 'BADTIME', message: string) {
    super(message)
    this.code = code
  }
}

const errorNumbers = { BADSIG: 16, BADKEY: 17, BADTIME: 18 }
/** The maximum difference between clocks; seconds. */
const fudge = 300
const typeTsig = 250
const classAny = 255

export interface TsigOptions {
  key: TsigKey
  nowMs: number
  /** The request's MAC, in an answer (RFC 8945, section 5.3). */
  requestMac?: Buffer
}

/** Returns a message with a signature at its end, and the signature's MAC. */
export function signMessage(message: Buffer, { key, nowMs, requestMac }: TsigOptions): { signed: Buffer; mac: Buffer } {
  const time = encodeTime(nowMs)
  const mac = computeMac({ message, key, time, fudge, error: 0, other: Buffer.alloc(0), requestMac })
  const id = message.subarray(0, 2)
  const data = Buffer.concat([encodeName(key.algorithm), time, u16(fudge), u16(mac.length), mac, id, u16(0), u16(0)])
  const record = Buffer.concat([
    encodeName(key.name),
    u16(typeTsig),
    u16(classAny),
    Buffer.alloc(4),
    u16(data.length),
    data,
  ])
  const signed = Buffer.concat([message, record])
  signed.writeUInt16BE(message.readUInt16BE(10) + 1, 10)
  return { signed, mac }
}

/** Returns the MAC of a message's signature; throws TsigError if it is not the key's, or too old. */
export function verifyMessage(signed: Buffer, { key, nowMs, requestMac }: TsigOptions): Buffer {
  const record = readSignature(signed)
  if (record === undefined) throw new TsigError('BADSIG', 'is not signed')
  const { name, algorithm, time, mac, error, other } = record
  if (error !== 0 && mac.length === 0) {
    const code = Object.entries(errorNumbers).find(([, number]) => number === error)?.[0] ?? `error ${error}`
    throw new TsigError('BADKEY', `says that it does not take the key ${key.name} (${code})`)
  }
  if (name !== key.name.toLowerCase() || algorithm !== key.algorithm) {
    throw new TsigError('BADKEY', `is signed with another key, or by another algorithm than ${key.algorithm}`)
  }
  const message = Buffer.from(signed.subarray(0, record.start))
  record.originalId.copy(message, 0)
  message.writeUInt16BE(message.readUInt16BE(10) - 1, 10)
  const expected = computeMac({ message, key, time, fudge: record.fudge, error, other, requestMac })
  // A MAC shorter than the algorithm's is never accepted, whatever RFC 8945, section 5.2.2.1, allows.
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) {
    throw new TsigError('BADSIG', `is not signed with the secret of the key ${key.name}`)
  }
  const apartMs = Math.abs(nowMs - time.readUIntBE(0, 6) * 1_000)
  if (error === errorNumbers.BADTIME || apartMs > record.fudge * 1_000) {
    throw new TsigError('BADTIME', 'was signed at another time: the clocks of the two machines differ')
  }
  return mac
}

interface Signature {
  /** The offset of the record. */
  start: number
  name: string
  algorithm: string
  time: Buffer
  fudge: number
  mac: Buffer
  originalId: Buffer
  error: number
  other: Buffer
}

/** Returns undefined if the last record is not a signature, or is malformed. */
function readSignature(signed: Buffer): Signature | undefined {
  try {
    const start = findLastRecord(signed)
    const record = decode(signed).additionals?.at(-1)
    if (record?.type !== 'TSIG') return undefined
    const { data } = record
    const nameEnd = data.indexOf(0) + 1
    const macStart = nameEnd + 10
    const macEnd = macStart + data.readUInt16BE(nameEnd + 8)
    return {
      start,
      name: record.name.toLowerCase(),
      algorithm: readName(data.subarray(0, nameEnd)),
      time: data.subarray(nameEnd, nameEnd + 6),
      fudge: data.readUInt16BE(nameEnd + 6),
      mac: data.subarray(macStart, macEnd),
      originalId: data.subarray(macEnd, macEnd + 2),
      error: data.readUInt16BE(macEnd + 2),
      other: data.subarray(macEnd + 6, macEnd + 6 + data.readUInt16BE(macEnd + 4)),
    }
  } catch {
    return undefined
  }
}

/** RFC 8945, section 4.3. */
function computeMac(signed: {
  message: Buffer
  key: TsigKey
  time: Buffer
  fudge: number
  error: number
  other: Buffer
  requestMac: Buffer | undefined
}): Buffer {
  const { key, requestMac, other } = signed
  const mac = createHmac(key.algorithm.slice('hmac-'.length), key.secret)
  if (requestMac !== undefined) mac.update(u16(requestMac.length)).update(requestMac)
  mac.update(signed.message).update(encodeName(key.name)).update(u16(classAny)).update(Buffer.alloc(4))
  mac.update(encodeName(key.algorithm)).update(signed.time).update(u16(signed.fudge)).update(u16(signed.error))
  return mac.update(u16(other.length)).update(other).digest()
}

function readName(encoded: Buffer): string {
  const labels: string[] = []
  for (let at = 0; encoded.readUInt8(at) !== 0; at += encoded.readUInt8(at) + 1) {
    labels.push(encoded.subarray(at + 1, at + 1 + encoded.readUInt8(at)).toString('latin1'))
  }
  return labels.join('.').toLowerCase()
}

function encodeTime(ms: number): Buffer {
  const time = Buffer.alloc(6)
  time.writeUIntBE(Math.floor(ms / 1_000), 0, 6)
  return time
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
