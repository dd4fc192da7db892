import { webPaths } from '@culvert/schema/web-paths'
import type { WebhookEvent } from '../webhooks/events.ts'
import type { Gateway } from './rules.ts'

type GatewayEvent = 'GATEWAY_CREATED' | 'GATEWAY_UPDATED' | 'GATEWAY_DELETED'

/** Describes what happened to a gateway. */
export function describeEvent(
  event: GatewayEvent,
  { id, accountId, name, subdomain, description }: Gateway,
): WebhookEvent {
  return {
    accountId,
    event,
    ...describe(event, subdomain, name),
    path: webPaths.gateways,
    facts: { gatewayId: id, hostname: subdomain, name, description },
  }
}

function describe(event: GatewayEvent, hostname: string, name: string): { title: string; text: string } {
  switch (event) {
    case 'GATEWAY_CREATED':
      return { title: `The gateway ${hostname} was created`, text: `Its name is "${name}".` }
    case 'GATEWAY_UPDATED':
      return { title: `The gateway ${hostname} was changed`, text: `Its name is "${name}".` }
    case 'GATEWAY_DELETED':
      return { title: `The gateway ${hostname} was deleted`, text: 'Its agent has ended with it.' }
    default:
      return event satisfies never
  }
}
