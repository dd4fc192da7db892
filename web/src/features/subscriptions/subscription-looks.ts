import type { SubscriptionStatus } from '../../graphql/generated/graphql.ts'
import type { StatusLook } from '../../ui/StatusBadge.tsx'

/** The appearance of each state of a subscription. */
export const subscriptionLooks: Record<SubscriptionStatus, StatusLook> = {
  active: { word: 'Active', tone: 'positive' },
  trialing: { word: 'Trialing', tone: 'positive' },
  past_due: { word: 'Past due', tone: 'danger' },
  canceled: { word: 'Canceled', tone: 'neutral' },
  not_started: { word: 'Not started', tone: 'neutral' },
}
