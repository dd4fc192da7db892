import { findTransfer, type PlanFacts } from './usePlanFacts.ts'
import { once } from '../../ui/once.ts'

/** Describes in a sentence how much data a plan includes. */
export function describeTransfer(plan: PlanFacts): string {
  const transfer = findTransfer(plan)
  return transfer ? `It includes ${transfer} of data transfer a month.` : 'It includes unlimited data transfer.'
}

const names = once(() => new Intl.ListFormat('en-US', { type: 'conjunction' }))

/** Describes which plans include custom domains and IP restrictions, in a sentence or two. */
export function describeOwnDomains(plans: readonly PlanFacts[]): string {
  const withDomains = plans.filter(({ maxDomains }) => maxDomains !== 0)
  const withRestrictions = plans.filter(({ maxIpRestrictions }) => maxIpRestrictions !== 0)
  const [domains, restrictions] = [withDomains, withRestrictions].map((some) => nameThem(some, plans))
  return domains === restrictions
    ? `Custom domains and IP restrictions come with ${domains}.`
    : `Custom domains come with ${domains}, IP restrictions with ${restrictions}.`
}

function nameThem(some: readonly PlanFacts[], plans: readonly PlanFacts[]): string {
  if (some.length === 0) return 'no plan that is on offer'
  if (some.length === plans.length) return 'every plan'
  return `the ${names().format(some.map(({ name }) => name))} ${some.length === 1 ? 'plan' : 'plans'}`
}
