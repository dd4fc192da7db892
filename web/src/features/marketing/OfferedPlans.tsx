import { useQuery } from '@apollo/client/react'
import { webPaths } from '@culvert/schema/web-paths'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Plan } from '../plans/plan.ts'
import { describeCardPrice, describePlanType } from '../plans/price.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useSteady } from '../../graphql/useSteady.ts'
import { useIsSignedIn } from '../../auth/SessionProvider.tsx'
import { PlanCard } from '../../ui/PlanCard.tsx'
import classes from './PlanCards.module.css'
import { PlanCardsLoading } from './PlanCardsLoading.tsx'
import { PlansError } from './PlansError.tsx'

const plansQuery = graphql(`
  query OfferedPlans_Query {
    plans {
      ...Plan_Plan
    }
  }
`)

/** The plans on sale, each with its button. */
export function OfferedPlans() {
  const { data, error, refetch } = useSteady(useQuery(plansQuery, { context: { withoutSession: true } }))
  if (error && !data) return <PlansError error={error} onRetry={() => void refetch()} />
  if (!data) return <PlanCardsLoading />
  return (
    <div className={classes.root}>
      {data.plans.map((plan) => (
        <PlanCard
          key={plan.id}
          title={plan.name}
          price={describeCardPrice(plan.priceMonthlyCents)}
          description={describePlanType(plan.type)}
          features={plan.features}
          unavailable={plan.availability === 'NOT_SOLD'}
          action={<PlanAction plan={plan} />}
        />
      ))}
    </div>
  )
}

function PlanAction({ plan: { name, availability } }: { plan: Plan }) {
  const isSignedIn = useIsSignedIn()
  switch (availability) {
    case 'SELECTABLE':
      return (
        <Button component={Link} to={isSignedIn ? webPaths.billing : webPaths.signUp} size="md" data-by-session>
          {isSignedIn ? 'Change Plan' : `Get ${name}`}
        </Button>
      )
    case 'BY_AGREEMENT':
      return (
        <Button component={Link} to={webPaths.contact} size="md" variant="default">
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
