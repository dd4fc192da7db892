import type { PlanType } from '../../graphql/generated/graphql.ts'
import { once } from '../../ui/once.ts'

const dollars = once(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      trailingZeroDisplay: 'stripIfInteger',
    }),
)

const dollarsAndCents = once(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }))

/** An amount of USD, given in cents, to the cent, for example $12.00. */
export function formatCents(cents: number): string {
  return dollarsAndCents().format(cents / 100)
}

/** Formats a plan's price on its card: `Free`, the price a month, or `Custom` if it is negotiated. */
export function describeCardPrice(priceMonthlyCents: number | null): string {
  if (priceMonthlyCents === null) return 'Custom'
  return priceMonthlyCents === 0 ? 'Free' : describePrice(priceMonthlyCents)
}

/** Describes a plan's price in words: `Free forever`, the price a month, or `Custom pricing` if it is negotiated. */
export function describePrice(priceMonthlyCents: number | null): string {
  if (priceMonthlyCents === null) return 'Custom pricing'
  return priceMonthlyCents === 0 ? 'Free forever' : `${dollars().format(priceMonthlyCents / 100)} / month`
}

/** Describes whom a type of plan is for. */
export function describePlanType(type: PlanType): string {
  switch (type) {
    case 'free':
      return 'For trying things out and sharing what you build.'
    case 'pro':
      return 'For teams that rely on it every day.'
    case 'custom':
      return 'For needs that no other plan meets, as agreed with the operator.'
    default:
      return type satisfies never
  }
}
