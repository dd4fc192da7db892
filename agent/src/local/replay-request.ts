import type { IncomingMessage } from 'node:http'
import { forbiddenInValue, token } from '@culvert/program/field-syntax'
import type { Field, ReplayRequest } from '../inspection/api-types.ts'
import { ReplayFault } from './replay.ts'

/** Bytes of a request as JSON: a body of 1 MiB in base64, and its head. */
const bytesMax = 2_097_152

/** Reads the request that a caller wants sent; undefined when it names none. Throws ReplayFault that says what is wrong. */
export async function readReplayRequest(request: IncomingMessage): Promise<ReplayRequest | undefined> {
  const value = await readJson(request)
  return value === undefined ? undefined : checkReplayRequest(value)
}

/** Reads a value as JSON; undefined when nothing was sent. Throws ReplayFault. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bytesMax) throw new ReplayFault(`Expected at most ${bytesMax} bytes.`)
    chunks.push(chunk)
  }
  if (length === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new ReplayFault('Expected a request as JSON.')
  }
}

/** Checks a request that came as JSON. Throws ReplayFault that says what is wrong. */
export function checkReplayRequest(value: unknown): ReplayRequest {
  const method = read(value, 'method')
  const target = read(value, 'target')
  const fields = read(value, 'fields')
  const body = read(value, 'body')
  const encoding = read(body, 'encoding')
  const content = read(body, 'content')
  if (typeof method !== 'string' || typeof target !== 'string') throw new ReplayFault('Expected a method and a target.')
  if (!Array.isArray(fields) || !fields.every(isField)) {
    throw new ReplayFault('Expected fields as pairs of a name and a value, without control characters.')
  }
  if ((encoding !== 'utf8' && encoding !== 'base64') || typeof content !== 'string') {
    throw new ReplayFault('Expected a body with its encoding, utf8 or base64, and its content.')
  }
  return { method, target, fields, body: { encoding, content } }
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function isField(value: unknown): value is Field {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [name, content]: unknown[] = value
  return typeof name === 'string' && token.test(name) && typeof content === 'string' && !forbiddenInValue.test(content)
}
