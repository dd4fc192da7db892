import { forbiddenInValue, token } from '@culvert/program/field-syntax'
import type { Field, ReplayRequest } from '../inspection/api-types.ts'
import { CallFault } from './call-fault.ts'

/** Checks a request that arrived as JSON. Throws CallFault, which says what is wrong. */
export function checkReplayRequest(value: unknown): ReplayRequest {
  const method = readMember(value, 'method')
  const target = readMember(value, 'target')
  const fields = readMember(value, 'fields')
  const body = readMember(value, 'body')
  const encoding = readMember(body, 'encoding')
  const content = readMember(body, 'content')
  if (typeof method !== 'string' || typeof target !== 'string')
    throw new CallFault(400, 'Expected a method and a target.')
  if (!Array.isArray(fields) || !fields.every(isField)) {
    throw new CallFault(400, 'Expected fields as pairs of a name and a value, without control characters.')
  }
  if ((encoding !== 'utf8' && encoding !== 'base64') || typeof content !== 'string') {
    throw new CallFault(400, 'Expected a body with its encoding, utf8 or base64, and its content.')
  }
  return { method, target, fields, body: { encoding, content } }
}

/** Returns a member of a parsed JSON value. */
export function readMember(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function isField(value: unknown): value is Field {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [name, content]: unknown[] = value
  return typeof name === 'string' && token.test(name) && typeof content === 'string' && !forbiddenInValue.test(content)
}
