import type { ApiKeyScope } from '../graphql/generated/graphql.ts'

/** What each scope lets a key do, in words. */
export const scopes: Record<ApiKeyScope, { name: string; description: string }> = {
  READ_ACCOUNT: { name: 'Read account', description: 'The account, its plan and its lists' },
  READ_USAGE: { name: 'Read usage', description: 'What the account has used' },
  READ_REQUESTS: { name: 'Read requests', description: 'Recorded requests of visitors, and what they held' },
  MANAGE_GATEWAYS: { name: 'Manage gateways', description: 'Create, change and delete gateways' },
  MANAGE_DOMAINS: { name: 'Manage domains', description: 'Add, check and delete custom domains' },
  MANAGE_AGENTS: { name: 'Stop agents', description: 'Stop any agent, whoever started it' },
  MANAGE_MEMBERS: {
    name: 'Manage members',
    description: 'Invite people, change roles and remove members, but never an owner',
  },
  REPLAY_REQUESTS: {
    name: 'Replay requests',
    description: 'Send recorded requests to your apps again, and run sets of them',
  },
  CREATE_AGENT_TOKENS: {
    name: 'Create agent tokens',
    description: 'Create, list and revoke tokens with which programs start agents',
  },
}
