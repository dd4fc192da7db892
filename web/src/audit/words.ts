import type { AuditActorKind } from '@culvert/schema/client-types'

const names: Record<string, string> = {
  api_key: 'API key',
  auth_token: 'AuthID',
  ip_restriction: 'IP restriction',
  invite: 'invitation',
}

/** What kind of object an entry is about, in words. */
export function describeObjectType(objectType: string): string {
  return names[objectType] ?? objectType.replaceAll('_', ' ')
}

/** An action in words, for example `API key created` for api_key.created. */
export function describeAction(action: string): string {
  const [object = '', verb = ''] = action.split('.')
  const words = `${describeObjectType(object)} ${verb.replaceAll('_', ' ')}`.trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Who acted where no person did. */
export const actorKinds: Record<AuditActorKind, string> = {
  SESSION: 'A former user',
  AUTH_TOKEN: 'An AuthID',
  API_KEY: 'An API key',
  SERVICE: 'The service',
  OPERATOR: 'The operator',
  SYSTEM: 'The system',
  ANONYMOUS: 'Somebody unknown',
}
