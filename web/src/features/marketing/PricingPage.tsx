import { VisuallyHidden } from '@mantine/core'
import { FaqList } from '../../ui/FaqList.tsx'
import { PublicPage } from '../site/PublicPage.tsx'
import { PlanCards } from './PlanCards.tsx'

const questions = [
  {
    question: 'What does Early Access cost?',
    answer: 'Nothing. You need no card, and the plan does not end. It includes 5 GB of data transfer a month.',
  },
  {
    question: 'Can I use a domain of my own?',
    answer: 'Custom domains and IP restrictions come with the Pro and Custom plans.',
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

/** The plans and their prices. */
export function PricingPage() {
  return (
    <PublicPage title="Pricing" description="Free while we are in Early Access. Paid plans add what larger teams need.">
      <section>
        <VisuallyHidden component="h2">Plans</VisuallyHidden>
        <PlanCards />
      </section>
      <FaqList entries={questions} />
    </PublicPage>
  )
}
