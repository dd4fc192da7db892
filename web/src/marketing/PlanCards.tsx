import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { getErrorText } from '../graphql/errors.ts'
import { useIsSignedIn } from '../session/SessionProvider.tsx'
import { useSiteQuery } from '../site/useSite.ts'
import { PlanCard } from '../ui/PlanCard.tsx'
import classes from './PlanCards.module.css'
import { PlanCardsLoading } from './PlanCardsLoading.tsx'

// Most installations offer the free plan only.
const OfferedPlans = lazy(async () => ({ default: (await import('./OfferedPlans.tsx')).OfferedPlans }))
const LoadError = lazy(async () => ({ default: (await import('../ui/LoadError.tsx')).LoadError }))

const proFeatures = [
  'Custom domain',
  'IP restriction',
  'Auth policy',
  'TCP tunnels',
  'More analytics',
  'Priority support',
].map((text) => ({ text }))

/** What is on offer: all plans once they can be had, until then the free one and what is to come. */
export function PlanCards() {
  const isSignedIn = useIsSignedIn()
  const { data, error, refetch } = useSiteQuery()
  const site = data?.site
  if (error && !site) {
    return (
      <Suspense fallback={<PlanCardsLoading />}>
        <LoadError what="the plans" reason={getErrorText(error)} onRetry={() => void refetch()} />
      </Suspense>
    )
  }
  if (!site) return <PlanCardsLoading />
  if (site.planChanges !== 'coming_soon') {
    return (
      <Suspense fallback={<PlanCardsLoading />}>
        <OfferedPlans />
      </Suspense>
    )
  }
  return (
    <div className={classes.root}>
      <PlanCard
        title="Early Access Plan"
        price="Free"
        description="Everything you need to share what you are building."
        features={[
          { text: 'HTTP tunnelling with SSL' },
          { text: 'Static and random domains' },
          { text: 'Team collaboration' },
          { text: 'Request review and replay' },
          { text: '5 GB data transfer' },
          { text: 'Support through a chat community', href: site.contact.chatUrl },
        ]}
        action={
          <Button component={Link} to={isSignedIn ? '/admin/billing' : '/signup'} size="md">
            {isSignedIn ? 'Change Plan' : 'Get Early Access'}
          </Button>
        }
      />
      <PlanCard
        title="Pro Plans Coming Soon"
        price="Soon"
        description="For teams that run on it every day."
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
