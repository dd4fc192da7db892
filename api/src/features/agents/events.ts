import { webPaths } from '@culvert/schema/web-paths'
import type { WebhookEvent } from '../webhooks/events.ts'
import { type Agent, describeEnd } from './rules.ts'

type AgentEvent = 'AGENT_STARTED' | 'AGENT_RETURNED' | 'AGENT_ENDED'

/** Describes what happened to an agent. */
export function describeEvent(event: AgentEvent, agent: Agent): WebhookEvent {
  const { id, accountId, assignedDomain, gatewayId, name, label, endReason } = agent
  return {
    accountId,
    event,
    ...describe(event, agent),
    path: webPaths.agents,
    facts: {
      agentId: id,
      hostname: assignedDomain,
      gatewayId,
      name,
      label,
      ...(event === 'AGENT_ENDED' && { reason: endReason }),
    },
  }
}

function describe(
  event: AgentEvent,
  { assignedDomain, forwardingTo, endReason }: Agent,
): { title: string; text: string } {
  switch (event) {
    case 'AGENT_STARTED':
      return { title: `An agent serves ${assignedDomain}`, text: `It forwards to ${forwardingTo}.` }
    case 'AGENT_RETURNED':
      return { title: `The agent of ${assignedDomain} is back`, text: 'It was lost, and serves visitors again.' }
    case 'AGENT_ENDED':
      return { title: `The agent of ${assignedDomain} ended`, text: `The reason: ${describeEnd(endReason)}` }
    default:
      return event satisfies never
  }
}
