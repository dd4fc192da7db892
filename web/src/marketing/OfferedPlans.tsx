import { useQuery } from '@apollo/client/react'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Plan_PlanFragment } from '../billing/Plan.generated.ts'
import { listAllFeatures } from '../billing/plan-features.ts'
import { describeCardPrice, describePlanType } from '../billing/price.ts'
import { getErrorText } from '../graphql/errors.ts'
import { useIsSignedIn } from '../session/SessionProvider.tsx'
import { LoadError } from '../ui/LoadError.tsx'
import { PlanCard } from '../ui/PlanCard.tsx'
import { OfferedPlans_QueryDocument } from './OfferedPlans.generated.ts'
import classes from './PlanCards.module.css'
import { PlanCardsLoading } from './PlanCardsLoading.tsx'

/** The plans as the operator offers them, and the way to each. */
export function OfferedPlans() {
  const { data, error, refetch } = useQuery(OfferedPlans_QueryDocument, { context: { withoutSession: true } })
  if (error && !data) return <LoadError what="the plans" reason={getErrorText(error)} onRetry={() => void refetch()} />
  if (!data) return <PlanCardsLoading />
  return (
    <div className={classes.root}>
      {data.plans.map((plan) => (
        <PlanCard
          key={plan.id}
          title={plan.name}
          price={describeCardPrice(plan.priceMonthly)}
          description={describePlanType(plan.type)}
          features={listAllFeatures(plan)}
          unavailable={plan.availability === 'NOT_SOLD'}
          action={<WayToPlan plan={plan} />}
        />
      ))}
    </div>
  )
}

function WayToPlan({ plan: { name, availability } }: { plan: Plan_PlanFragment }) {
  const isSignedIn = useIsSignedIn()
  switch (availability) {
    case 'SELECTABLE':
      return (
        <Button component={Link} to={isSignedIn ? '/admin/billing' : '/signup'} size="md">
          {isSignedIn ? 'Change Plan' : `Get ${name}`}
        </Button>
      )
    case 'BY_AGREEMENT':
      return (
        <Button component={Link} to="/contact" size="md" variant="default">
          Contact Sales
        </Button>
      )
    case 'NOT_SOLD':
      return (
        <Button size="md" disabled>
          Coming Soon
        </Button>
      )
    default:
      return availability satisfies never
  }
}
