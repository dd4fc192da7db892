/** The kinds of objects that an account's audit log tells of, in the order in which a filter lists them. */
export const accountObjects = [
  'account',
  'agent',
  'agent_token',
  'api_key',
  'auth_token',
  'command_line_sign_in',
  'domain',
  'gateway',
  'hostname',
  'invite',
  'invoice',
  'ip_restriction',
  'machine_token',
  'member',
  'request',
  'subscription',
  'trust',
  'webhook',
] as const

/** The kind of an entry's object, which its action begins with. What is not an account's is the installation's or a user's. */
export type AuditObject =
  | (typeof accountObjects)[number]
  | 'acme_account'
  | 'certificates'
  | 'contact_request'
  | 'edge'
  | 'plan'
  | 'sign_in_provider'
  | 'signing_key'
  | 'site'
  | 'user'
