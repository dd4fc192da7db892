import { webPaths } from '@culvert/schema/web-paths'
import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { lazyPart } from '../../network/chunks.ts'
import { useIsSignedIn } from '../../auth/SessionProvider.tsx'
import { useSiteQuery } from '../site/useSite.ts'
import { PlanCard } from '../../ui/PlanCard.tsx'
import { claims, comingSoon } from '../site/claims.ts'
import classes from './PlanCards.module.css'
import { PlanCardsLoading } from './PlanCardsLoading.tsx'
import { PlansError } from './PlansError.tsx'
import { findTransfer, usePlanFacts } from './usePlanFacts.ts'

// Most installations offer the free plan only.
const OfferedPlans = lazyPart('OfferedPlans', () => import('./OfferedPlans.tsx'))

const proFeatures = comingSoon.map((text) => ({ text }))

/** The plans on sale, or, if there are none, the free plan and what is coming. */
export function PlanCards() {
  const isSignedIn = useIsSignedIn()
  const { data, error, refetch } = useSiteQuery()
  const { isLoading, free } = usePlanFacts()
  const site = data?.site
  if (error && !site) return <PlansError error={error} onRetry={() => void refetch()} />
  if (!site) return <PlanCardsLoading />
  if (site.planChanges !== 'coming_soon') {
    return (
      <Suspense fallback={<PlanCardsLoading />}>
        <OfferedPlans />
      </Suspense>
    )
  }
  if (isLoading) return <PlanCardsLoading />
  return (
    <div className={classes.root}>
      <PlanCard
        title="Early Access Plan"
        price="Free"
        description="Everything you need to share what you are building."
        features={[
          { text: claims.ssl },
          { text: claims.hostnames },
          { text: claims.team },
          { text: claims.requestReview },
          ...(free ? [{ text: `${findTransfer(free) ?? 'Unlimited'} data transfer` }] : []),
          { text: claims.chat, href: site.contact.chatUrl },
        ]}
        action={
          <Button component={Link} to={isSignedIn ? webPaths.billing : webPaths.signUp} size="md" data-by-session>
            {isSignedIn ? 'Change Plan' : 'Get Early Access'}
          </Button>
        }
      />
      <PlanCard
        title="Pro Plans Coming Soon"
        price="Soon"
        description="For teams that rely on it every day."
        features={proFeatures}
        unavailable
        action={
          <Button size="md" disabled>
            Coming Soon
          </Button>
        }
      />
    </div>
  )
}
