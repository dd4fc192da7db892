import { protocolError } from './errors.ts'
import { checkToken, encodeFields, encodePart, FieldReader } from './header-fields.ts'
import { creditBytesLimit, goAwayCodes, payloadBytesMax, reasonBytesMax, resetCodes } from './protocol.ts'
import type { GoAway, HeaderField, Hello, ProcessPosition, ResetCode, Welcome } from './types.ts'

// Each pair below is one payload of PROTOCOL.md; the payloads of heads are in `heads.ts`. Encoders and decoders apply the same rules and throw a
// `WireError`.

/** Encodes a HELLO payload. `windowBytes` is the credit that the edge has on every new stream. */
export function encodeHello(hello: Hello, windowBytes: number): Buffer {
  checkCredentials(hello)
  const { client, ticket, resumeToken, resume, features } = hello
  const parts = [client, ticket ?? '', resumeToken ?? '', resume?.sessionId ?? '']
  const texts = joinTexts(parts, listFeatures(features), 'HELLO', helloBytesMin)
  const payload = Buffer.allocUnsafe(helloBytesMin + texts.length)
  payload.writeUInt8(hello.versionMin, 0)
  payload.writeUInt8(hello.versionMax, 1)
  payload.writeUInt32BE(windowBytes, 2)
  writeCount(payload, 6, resume?.receivedBytes ?? 0)
  payload.write(texts, helloBytesMin, 'latin1')
  return payload
}

/** Decodes the range of versions in a HELLO. These two bytes stay in place in every future version. */
export function decodeVersions(payload: Buffer): { versionMin: number; versionMax: number } {
  return { versionMin: payload.readUInt8(0), versionMax: payload.readUInt8(1) }
}

/** Decodes the HELLO of version 1. */
export function decodeHello(payload: Buffer): { hello: Hello; windowBytes: number } {
  if (payload.length < helloBytesMin) {
    throw protocolError(`expected a HELLO of at least ${helloBytesMin} bytes, got ${payload.length}`)
  }
  const parts = new FieldReader(payload.toString('latin1', helloBytesMin))
  const [client, ticket, resumeToken, sessionId] = [
    parts.read('the client'),
    parts.read('a ticket'),
    parts.read('a resume token'),
    parts.read('a session id'),
  ]
  const features = findFeatures(parts.readFields())
  const receivedBytes = readCount(payload, 6, 'HELLO')
  const hello = {
    ...decodeVersions(payload),
    client,
    ticket: ticket || null,
    resumeToken: resumeToken || null,
    resume: sessionId === '' ? null : { sessionId, receivedBytes },
    features,
  }
  checkCredentials(hello)
  return { hello, windowBytes: decodeCredit(payload, 2, 'HELLO') }
}

/**
 * Encodes a WELCOME payload. `windowBytes` is the credit that the agent has on every new stream, `receivedBytes` what the
 * edge has received of a session that resumes.
 */
export function encodeWelcome(welcome: Welcome, windowBytes: number, receivedBytes: number): Buffer {
  const parts = [welcome.sessionId, welcome.resumeToken, welcome.hostname]
  const { process } = welcome
  const position: HeaderField[] = process === undefined ? [] : [[processField, `${process.number}/${process.count}`]]
  const texts = joinTexts(parts, [...listFeatures(welcome.features), ...position], 'WELCOME', welcomeBytesMin)
  const payload = Buffer.allocUnsafe(welcomeBytesMin + texts.length)
  payload.writeUInt8(welcome.version, 0)
  payload.writeUInt32BE(windowBytes, 1)
  payload.writeUInt32BE(welcome.holdMs, 5)
  payload.writeUInt32BE(welcome.resumeMs, 9)
  writeCount(payload, 13, receivedBytes)
  payload.write(texts, welcomeBytesMin, 'latin1')
  return payload
}

/** Decodes a WELCOME payload. */
export function decodeWelcome(payload: Buffer): { welcome: Welcome; windowBytes: number; receivedBytes: number } {
  const parts = new FieldReader(payload.toString('latin1', welcomeBytesMin))
  const [sessionId, resumeToken, hostname] = [
    parts.read('a session id'),
    parts.read('a resume token'),
    parts.read('a hostname'),
  ]
  const fields = parts.readFields()
  const welcome = {
    version: payload.readUInt8(0),
    sessionId,
    resumeToken,
    holdMs: payload.readUInt32BE(5),
    resumeMs: payload.readUInt32BE(9),
    hostname,
    features: findFeatures(fields),
    process: findProcess(fields),
  }
  const windowBytes = decodeCredit(payload, 1, 'WELCOME')
  return { welcome, windowBytes, receivedBytes: readCount(payload, 13, 'WELCOME') }
}

/** Encodes an ACK payload: the number of bytes of counted frames that have arrived. */
export function encodeAck(receivedBytes: number): Buffer {
  const payload = Buffer.allocUnsafe(8)
  writeCount(payload, 0, receivedBytes)
  return payload
}

/** Decodes an ACK payload: a count of bytes. */
export function decodeAck(payload: Buffer): number {
  return readCount(payload, 0, 'ACK')
}

/** Encodes a WINDOW payload. */
export function encodeWindow(creditBytes: number): Buffer {
  const payload = Buffer.allocUnsafe(4)
  payload.writeUInt32BE(creditBytes)
  return payload
}

/** Decodes a WINDOW payload: credit in bytes. */
export function decodeWindow(payload: Buffer): number {
  return decodeCredit(payload, 0, 'WINDOW')
}

/** Encodes an RST payload. */
export function encodeReset(code: ResetCode, message: string): Buffer {
  const text = encodeReason(message)
  const payload = Buffer.allocUnsafe(2 + text.length)
  payload.writeUInt16BE(resetCodes[code])
  text.copy(payload, 2)
  return payload
}

/** Decodes an RST payload. A code that this version does not know, or that only another edge may send, counts as INTERNAL. */
export function decodeReset(payload: Buffer, isHop: boolean): { code: ResetCode; message: string } {
  const known = resetCodeNames.get(payload.readUInt16BE(0))
  const code = known === undefined || (!isHop && hopCodes.has(known)) ? 'INTERNAL' : known
  return { code, message: decodeReason(payload, 2) }
}

/** Encodes a GOAWAY payload. `lastStreamId` is the last stream of the other side that this side accepted. */
export function encodeGoAway(goAway: GoAway, lastStreamId: number): Buffer {
  const text = encodeReason(goAway.message)
  const payload = Buffer.allocUnsafe(10 + text.length)
  payload.writeUInt32BE(lastStreamId)
  payload.writeUInt16BE(goAwayCodes[goAway.code], 4)
  payload.writeUInt32BE(goAway.graceMs, 6)
  text.copy(payload, 10)
  return payload
}

/** Decodes a GOAWAY payload. A code that this version does not know counts as SHUTDOWN: dial again. */
export function decodeGoAway(payload: Buffer): { goAway: GoAway; lastStreamId: number } {
  const code = goAwayCodeNames.get(payload.readUInt16BE(4)) ?? 'SHUTDOWN'
  const goAway = { code, message: decodeReason(payload, 10), graceMs: payload.readUInt32BE(6) }
  return { goAway, lastStreamId: payload.readUInt32BE(0) }
}

/** Encodes a MOVE payload. */
export function encodeMove(message: string): Buffer {
  return encodeReason(message)
}

/** Decodes a MOVE payload. */
export function decodeMove(payload: Buffer): string {
  return decodeReason(payload, 0)
}

/** The number of bytes before the text in HELLO and in WELCOME. */
const helloBytesMin = 14
const welcomeBytesMin = 21

/** Matches characters that could control the terminal or log that shows a reason. */
const steering = /[\0-\x1f\x7f-\x9f]/g

/** The codes of sessions between edges. An agent must not pass for an edge. */
const hopCodes: ReadonlySet<ResetCode> = new Set(['AGENT_LOST', 'AGENT_ABSENT', 'LINE_FULL'])

const resetCodeNames = namesByNumber(resetCodes)
const goAwayCodeNames = namesByNumber(goAwayCodes)

function namesByNumber<Name extends string>(numbers: Readonly<Record<Name, number>>): ReadonlyMap<number, Name> {
  const names = new Map<number, Name>()
  for (const name in numbers) names.set(numbers[name], name)
  return names
}

/** The message never quotes the ticket or the token: both are secrets. */
function checkCredentials(hello: Hello): void {
  if ((hello.ticket === null) === (hello.resumeToken === null)) {
    throw protocolError('expected either a ticket or a resume token in HELLO')
  }
  if (hello.resume !== null && hello.resumeToken === null) {
    throw protocolError('expected a resume token beside the id of a session in HELLO')
  }
}

function writeCount(payload: Buffer, offset: number, bytes: number): void {
  payload.writeBigUInt64BE(BigInt(bytes), offset)
}

/** A session needs years to reach a count that JavaScript cannot represent exactly. */
function readCount(payload: Buffer, offset: number, frameName: string): number {
  const bytes = payload.readBigUInt64BE(offset)
  if (bytes <= Number.MAX_SAFE_INTEGER) return Number(bytes)
  throw protocolError(`expected a count of at most ${Number.MAX_SAFE_INTEGER} bytes in ${frameName}, got ${bytes}`)
}

/** The fields after the parts of a greeting. Fields that this version does not know are ignored. */
const featuresField = 'features'
const processField = 'process'

function listFeatures(features: readonly string[]): HeaderField[] {
  for (const feature of features) checkToken(feature, 'a feature')
  return features.length === 0 ? [] : [[featuresField, features.join(' ')]]
}

function findFeatures(fields: readonly HeaderField[]): string[] {
  const named = fields.filter(([name]) => name === featuresField)
  return named.flatMap(([, value]) => value.split(' ').filter((feature) => feature !== ''))
}

function findProcess(fields: readonly HeaderField[]): ProcessPosition | undefined {
  const value = fields.find(([name]) => name === processField)?.[1]
  if (value === undefined) return undefined
  const [number = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value)?.slice(1) ?? []).map(Number)
  if (number < count) return { number, count }
  throw protocolError('expected a process and their count, such as 2/8, in WELCOME')
}

function joinTexts(parts: readonly string[], fields: readonly HeaderField[], frameName: string, bytesBefore: number) {
  const text = parts.map((part) => encodePart(part, `a ${frameName}`)).join('\n') + encodeFields(fields)
  if (bytesBefore + text.length > payloadBytesMax)
    throw protocolError(`expected a ${frameName} of at most ${payloadBytesMax} bytes`)
  return text
}

function decodeCredit(payload: Buffer, offset: number, frameName: string): number {
  const creditBytes = payload.readUInt32BE(offset)
  if (creditBytes === 0 || creditBytes > creditBytesLimit) {
    throw protocolError(`expected a credit of 1 to ${creditBytesLimit} bytes in ${frameName}, got ${creditBytes}`)
  }
  return creditBytes
}

/** A UTF-16 unit takes at most 3 bytes of UTF-8, so a third of the limit always fits. */
function encodeReason(message: string): Buffer {
  return Buffer.from(message.slice(0, Math.floor(reasonBytesMax / 3)), 'utf8')
}

function decodeReason(payload: Buffer, offset: number): string {
  return payload.toString('utf8', offset).replaceAll(steering, ' ')
}
