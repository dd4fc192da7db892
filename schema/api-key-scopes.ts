/** Every scope of API keys, and whether it fits a key that is limited to gateways: what it reaches belongs to one gateway, or is refused to such a key. */
export const fitsGateways = {
  READ_ACCOUNT: false,
  READ_USAGE: true,
  READ_REQUESTS: true,
  MANAGE_GATEWAYS: true,
  MANAGE_DOMAINS: false,
  MANAGE_AGENTS: true,
  MANAGE_MEMBERS: false,
  REPLAY_REQUESTS: true,
  CREATE_AGENT_TOKENS: true,
} as const
