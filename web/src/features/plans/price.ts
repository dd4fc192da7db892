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

/** An amount of USD to the cent, for example $12.00. */
export function formatUsd(amount: number): string {
  return dollarsAndCents().format(amount)
}

/** A plan's price on its card: `Free`, the price a month, or `Custom` where it is agreed on. */
export function describeCardPrice(priceMonthly: number | null): string {
  if (priceMonthly === null) return 'Custom'
  return priceMonthly === 0 ? 'Free' : describePrice(priceMonthly)
}

/** A plan's price in words: `Free forever`, the price a month, or `Custom pricing` where it is agreed on. */
export function describePrice(priceMonthly: number | null): string {
  if (priceMonthly === null) return 'Custom pricing'
  return priceMonthly === 0 ? 'Free forever' : `${dollars().format(priceMonthly)} / month`
}

/** For whom a type of plan is meant. */
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
