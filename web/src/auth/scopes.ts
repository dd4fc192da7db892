import type { ApiKeyScope } from '../graphql/generated/graphql.ts'

/** A description of what a scope lets a key do. */
export interface ScopeWords {
  /** A verb and what it is done to, for example `Read usage`. */
  name: string
  description: string
  /** Whether it changes something. */
  writes: boolean
}

/** A description of what each scope lets a key do. */
export const scopes: Record<ApiKeyScope, ScopeWords> = {
  READ_ACCOUNT: { name: 'Read account', description: 'The account, its plan and its lists', writes: false },
  READ_USAGE: { name: 'Read usage', description: 'What the account has used', writes: false },
  READ_REQUESTS: {
    name: 'Read requests',
    description: 'Recorded requests of visitors, and their contents',
    writes: false,
  },
  MANAGE_GATEWAYS: { name: 'Manage gateways', description: 'Create, change and delete gateways', writes: true },
  MANAGE_DOMAINS: { name: 'Manage domains', description: 'Add, verify and delete custom domains', writes: true },
  MANAGE_AGENTS: { name: 'Stop agents', description: 'Stop any agent, whoever started it', writes: true },
  MANAGE_MEMBERS: {
    name: 'Manage members',
    description: 'Invite people, admins included, change roles and remove members, but never an owner',
    writes: true,
  },
  REPLAY_REQUESTS: {
    name: 'Replay requests',
    description: 'Send recorded requests to your apps again, and run sets of them',
    writes: true,
  },
  CREATE_AGENT_TOKENS: {
    name: 'Create agent tokens',
    description: 'Create, list and revoke the tokens that programs start agents with',
    writes: true,
  },
}
