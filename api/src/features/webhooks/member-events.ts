import { webPaths } from '@culvert/schema/web-paths'
import type { Role } from '../../generated/schema.ts'
import type { WebhookEvent } from './events.ts'

/** A member, as webhooks describe them. */
interface DescribedMember {
  id: string
  accountId: string
  userId: string
  role: Role
  /** Their address or number; null if they have neither. */
  name: string | null
}

/** Describes that somebody became a member. */
export function describeJoining(member: DescribedMember): WebhookEvent {
  return describe('MEMBER_JOINED', member, {
    title: `${nameOf(member)} became a member`,
    text: `Their role is ${member.role}.`,
  })
}

/** Describes that a member has a new role. */
export function describeRoleChange(member: DescribedMember, previousRole: Role): WebhookEvent {
  const words = {
    title: `${nameOf(member)} has a new role`,
    text: `It was ${previousRole}, and is now ${member.role}.`,
  }
  return describe('MEMBER_ROLE_CHANGED', member, words, { previousRole })
}

/** Describes that somebody is no longer a member. */
export function describeLeaving(member: DescribedMember, how: 'removed' | 'left'): WebhookEvent {
  const text = how === 'left' ? 'They left the account.' : 'They were removed from the account.'
  return describe('MEMBER_REMOVED', member, { title: `${nameOf(member)} is no longer a member`, text }, { how })
}

function describe(
  event: WebhookEvent['event'],
  { id, accountId, userId, role, name }: DescribedMember,
  words: { title: string; text: string },
  more: WebhookEvent['facts'] = {},
): WebhookEvent {
  return { accountId, event, ...words, path: webPaths.team, facts: { memberId: id, userId, name, role, ...more } }
}

function nameOf({ name }: DescribedMember): string {
  return name ?? 'Somebody'
}
