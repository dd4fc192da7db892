import { scopes } from '../../auth/scopes.ts'
import type { AuditActorKind } from '../../graphql/generated/graphql.ts'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import type { AuditEntry } from './audit-entry.ts'

const names: Record<string, string> = {
  api_key: 'API key',
  auth_token: 'AuthID',
  command_line_sign_in: 'command-line sign-in',
  ip_restriction: 'IP restriction',
  invite: 'invitation',
}

/** Describes the kind of object that an entry is about. */
export function describeObjectType(objectType: string): string {
  return names[objectType] ?? objectType.replaceAll('_', ' ')
}

/** Actions that the words of their names do not describe. */
const actions: Record<string, string> = {
  'domain.single_sign_on_ended': 'Single sign-on of domain ended',
  'domain.single_sign_on_set': 'Single sign-on of domain set up',
  'member.joined_by_domain': 'Member joined by single sign-on',
  'user.code_refused': 'Wrong code entered',
  'user.occupation_ended': 'Access by unverified address ended',
}

/** Describes an action in words, for example `API key created` for api_key.created. */
export function describeAction(action: string): string {
  const known = actions[action]
  if (known !== undefined) return known
  const [object = '', verb = ''] = action.split('.')
  const words = `${describeObjectType(object)} ${verb.replaceAll('_', ' ')}`.trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Names for actors that are not people. */
export const actorKinds: Record<AuditActorKind, string> = {
  SESSION: 'A former user',
  AUTH_TOKEN: 'An AuthID or machine token',
  AGENT_TOKEN: 'An agent token',
  API_KEY: 'An API key',
  SERVICE: 'The service',
  OPERATOR: 'The operator',
  SYSTEM: 'The system',
  ANONYMOUS: 'Unknown',
}

/**
 * Describes one changed field in words, for example `role: viewer → admin`. Sessions that ended are counted, because their ids say
 * nothing.
 */
export function describeChange({ field, from, to }: AuditEntry['changes'][number]): string {
  const before = toWords(JSON.parse(from))
  const after: unknown = JSON.parse(to)
  if (field === 'endedSessions' && Array.isArray(after)) return `${formatNumber(after.length, 'session')} ended`
  return `${describeField(field)}: ${before === '' ? '' : `${before} → `}${toWords(after) || 'none'}`
}

/** Describes a field in words, for example `namespace changes count`. */
function describeField(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function toWords(value: unknown): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(toWords).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return JSON.stringify(value)
  if (instant.test(value)) return formatDateTime(value)
  return scopeNames.get(value) ?? value
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const scopeNames = new Map(Object.entries(scopes).map(([scope, { name }]) => [scope, name]))
