import { forbiddenInValue, token } from '@culvert/program/field-syntax'
import type { Answer, Field, ReplayRequest } from '../inspection/api-types.ts'
import { CallFault } from './call-fault.ts'

/** Checks a request that arrived as JSON. Throws CallFault, which says what is wrong. */
export function checkReplayRequest(value: unknown): ReplayRequest {
  const method = readMember(value, 'method')
  const target = readMember(value, 'target')
  const fields = readMember(value, 'fields')
  const body = readBody(readMember(value, 'body'))
  if (typeof method !== 'string' || typeof target !== 'string')
    throw new CallFault(400, 'Expected a method and a target.')
  if (!isFields(fields)) {
    throw new CallFault(400, 'Expected fields as pairs of a name and a value, without control characters.')
  }
  if (body === undefined) {
    throw new CallFault(400, 'Expected a body with its encoding, utf8 or base64, and its content.')
  }
  return { method, target, fields, body }
}

/** Returns an answer that arrived as JSON; undefined if it is none. */
export function readAnswer(value: unknown): Answer | undefined {
  const status = readMember(value, 'status')
  const fields = readMember(value, 'fields')
  const body = readBody(readMember(value, 'body'))
  if (typeof status !== 'number' || !isFields(fields) || body === undefined) return undefined
  return { status, fields, body }
}

/** Returns a member of a parsed JSON value. */
export function readMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function readBody(value: unknown): ReplayRequest['body'] | undefined {
  const encoding = readMember(value, 'encoding')
  const content = readMember(value, 'content')
  if ((encoding !== 'utf8' && encoding !== 'base64') || typeof content !== 'string') return undefined
  return { encoding, content }
}

function isFields(value: unknown): value is readonly Field[] {
  return Array.isArray(value) && value.every(isField)
}

function isField(value: unknown): value is Field {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [name, content]: unknown[] = value
  return typeof name === 'string' && token.test(name) && typeof content === 'string' && !forbiddenInValue.test(content)
}
