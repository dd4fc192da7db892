import { webPaths } from '@culvert/schema/web-paths'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useTitle } from '../site/useSite.ts'
import { FeatureGrid, type Feature } from './FeatureGrid.tsx'
import { IconLive, IconGateway, IconRefresh, IconServer, IconTeam, IconTerminal } from '../../ui/icons.ts'
import { Section } from './Section.tsx'
import { claims } from '../site/claims.ts'
import { Figures } from './Figures.tsx'
import { Film } from './Film.tsx'
import { Hero } from './Hero.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import classes from './LandingPage.module.css'
import { PlanCards } from './PlanCards.tsx'
import { ProductPicture } from './ProductPicture.tsx'

const features: Feature[] = [
  { icon: IconTerminal, title: 'One command', description: claims.oneCommand },
  { icon: IconGateway, title: 'Addresses that stay', description: claims.lastingAddresses },
  { icon: IconLive, title: 'Live to the byte', description: claims.liveFigures },
  { icon: IconRefresh, title: 'Back after every loss', description: claims.comingBack },
  { icon: IconTeam, title: 'Made for teams', description: claims.roles },
  { icon: IconServer, title: 'Yours to host', description: claims.oneProcess },
]

/** The home page: what the product is and does. */
export function LandingPage() {
  useTitle('A public URL for your local app', claims.lead)
  return (
    <>
      <Hero />
      <Figures />
      <Section id="features" title="What you get" tinted>
        <FeatureGrid features={features} />
      </Section>
      <Section
        id="how-it-works"
        title="From nothing to a public URL in three steps"
        description="These commands work on this server as they are."
      >
        <HowItWorks />
      </Section>
      <Section title="See what comes in" description={claims.liveTable} tinted>
        <ProductPicture />
      </Section>
      <Section title="From an error to its fix" description={claims.repair}>
        <Film />
      </Section>
      <Section id="pricing" title="Simple pricing" description="Early Access is free. You need no card." tinted>
        <PlanCards />
      </Section>
      <Section title="Need more than this?">
        <div className={classes.closing}>
          <p>Custom domains, a plan for your company, or help with an installation of your own: talk to us.</p>
          <Button component={Link} to={webPaths.contact} size="md">
            Contact Sales
          </Button>
        </div>
      </Section>
    </>
  )
}
