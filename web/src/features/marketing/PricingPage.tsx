import { VisuallyHidden } from '@mantine/core'
import { FaqList } from '../../ui/FaqList.tsx'
import { PublicPage } from '../site/PublicPage.tsx'
import { useSite } from '../site/useSite.ts'
import { PlanCards } from './PlanCards.tsx'
import { describeOwnDomains, describeTransfer } from './plan-facts.ts'
import { usePlanFacts } from './usePlanFacts.ts'

/** The plans and their prices. */
export function PricingPage() {
  const areSold = useSite()?.planChanges !== 'coming_soon'
  return (
    <PublicPage
      title="Pricing"
      description={
        areSold
          ? 'One plan is free. Paid plans add what larger teams need.'
          : 'Free while we are in Early Access. Paid plans add what larger teams need.'
      }
    >
      <section>
        <VisuallyHidden component="h2">Plans</VisuallyHidden>
        <PlanCards />
      </section>
      <FaqList entries={useQuestions(areSold)} />
    </PublicPage>
  )
}

function useQuestions(areSold: boolean) {
  const { plans, free } = usePlanFacts()
  return [
    {
      question: `What does ${free?.name ?? 'Early Access'} cost?`,
      answer: `Nothing. You need no card, and the plan does not end.${free ? ` ${describeTransfer(free)}` : ''}`,
    },
    {
      question: 'Can I use a domain of my own?',
      answer: `${plans.length === 0 ? 'It depends on the plan.' : describeOwnDomains(plans)}${areSold ? '' : ' These plans are coming soon.'}`,
    },
    {
      question: 'How fast is support?',
      answer: 'We acknowledge what you send us within 24 hours.',
    },
    {
      question: 'Will prices change?',
      answer: 'We announce every price change 30 days before it takes effect.',
    },
  ]
}
