import { webPaths } from '@culvert/schema/web-paths'
import type { WebhookEvent } from '../webhooks/events.ts'
import type { Domain } from './rules.ts'

type DomainEvent = 'DOMAIN_ADDED' | 'DOMAIN_VERIFIED' | 'DOMAIN_DELETED'

/** Describes what happened to a domain. */
export function describeEvent(event: DomainEvent, { id, accountId, domain }: Domain): WebhookEvent {
  return { accountId, event, ...describe(event, domain), path: webPaths.domains, facts: { domainId: id, domain } }
}

function describe(event: DomainEvent, domain: string): { title: string; text: string } {
  switch (event) {
    case 'DOMAIN_ADDED':
      return { title: `${domain} was added`, text: 'It is pending until one of its records is found.' }
    case 'DOMAIN_VERIFIED':
      return { title: `${domain} is verified`, text: 'Gateways can be created on it.' }
    case 'DOMAIN_DELETED':
      return { title: `${domain} was deleted`, text: 'Its gateways were deleted with it.' }
    default:
      return event satisfies never
  }
}
