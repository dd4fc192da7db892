/** Parts of DNS messages that dns-packet does not write: updates (RFC 2136), and the positions of a message's records. */

/** Class numbers to which updates give a special meaning (RFC 2136, section 2.5). */
const classIn = 1
const classNone = 254
const typeSoa = 6
const typeTxt = 16
/** The operation code 5, shifted to its position in the flags. */
const updateFlags = 5 << 11
const headerBytes = 12

/** The response codes (RFC 1035, section 4.1.1; RFC 2136, section 2.2). */
const rcodes = [
  'NOERROR',
  'FORMERR',
  'SERVFAIL',
  'NXDOMAIN',
  'NOTIMP',
  'REFUSED',
  'YXDOMAIN',
  'YXRRSET',
  'NXRRSET',
  'NOTAUTH',
  'NOTZONE',
]

/** Returns the name of an answer's response code. */
export function readRcode(message: Buffer): string {
  const code = message.readUInt16BE(2) & 0x0f
  return rcodes[code] ?? `code ${code}`
}

/** Returns a name in its form in messages: lowercase, and not compressed. */
export function encodeName(name: string): Buffer {
  const labels = name === '' ? [] : name.toLowerCase().split('.')
  const parts = labels.map((label) => {
    const bytes = Buffer.from(label, 'latin1')
    if (bytes.length === 0 || bytes.length > 63) throw new Error(`Expected a DNS name, got ${JSON.stringify(name)}.`)
    return Buffer.concat([Buffer.from([bytes.length]), bytes])
  })
  const encoded = Buffer.concat([...parts, Buffer.from([0])])
  if (encoded.length > 255)
    throw new Error(`Expected a DNS name of at most 253 characters, got ${JSON.stringify(name)}.`)
  return encoded
}

/** A change of one TXT record. */
export interface TxtUpdate {
  zone: string
  name: string
  value: string
  /** The seconds for which resolvers may cache it; undefined deletes it. */
  ttl: number | undefined
}

/** Returns an update that adds or deletes one TXT record (RFC 2136, sections 2.5.1 and 2.5.4). */
export function encodeTxtUpdate(id: number, { zone, name, value, ttl }: TxtUpdate): Buffer {
  const text = Buffer.from(value)
  if (text.length > 255) throw new Error(`Expected a text of at most 255 bytes, got ${text.length}.`)
  const header = Buffer.alloc(headerBytes)
  header.writeUInt16BE(id, 0)
  header.writeUInt16BE(updateFlags, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(1, 8)
  const zoneFields = Buffer.alloc(4)
  zoneFields.writeUInt16BE(typeSoa, 0)
  zoneFields.writeUInt16BE(classIn, 2)
  const recordFields = Buffer.alloc(11)
  recordFields.writeUInt16BE(typeTxt, 0)
  recordFields.writeUInt16BE(ttl === undefined ? classNone : classIn, 2)
  recordFields.writeUInt32BE(ttl ?? 0, 4)
  recordFields.writeUInt16BE(text.length + 1, 8)
  recordFields.writeUInt8(text.length, 10)
  return Buffer.concat([header, encodeName(zone), zoneFields, encodeName(name), recordFields, text])
}

/** Returns the offset of a message's last record; throws a RangeError if the message ends before it does. */
export function findLastRecord(message: Buffer): number {
  let at = headerBytes
  for (let left = message.readUInt16BE(4); left > 0; left -= 1) at = skipName(message, at) + 4
  let last = at
  const records = message.readUInt16BE(6) + message.readUInt16BE(8) + message.readUInt16BE(10)
  for (let left = records; left > 0; left -= 1) {
    last = at
    const fields = skipName(message, at)
    at = fields + 10 + message.readUInt16BE(fields + 8)
  }
  if (at !== message.length) throw new RangeError('The message does not end with its last record.')
  return last
}

function skipName(message: Buffer, start: number): number {
  let at = start
  for (;;) {
    const length = message.readUInt8(at)
    // A pointer ends a name (RFC 1035, section 4.1.4).
    if (length >= 0xc0) return at + 2
    if (length === 0) return at + 1
    at += length + 1
  }
}
