import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useTitle } from '../site/useSite.ts'
import { FeatureGrid, type Feature } from '../ui/FeatureGrid.tsx'
import { IconLive, IconGateway, IconRefresh, IconServer, IconTeam, IconTerminal } from '../ui/icons.ts'
import { Section } from '../ui/Section.tsx'
import { Hero } from './Hero.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import classes from './LandingPage.module.css'
import { PlanCards } from './PlanCards.tsx'
import { ProductPicture } from './ProductPicture.tsx'

const features: Feature[] = [
  {
    icon: IconTerminal,
    title: 'One command',
    description:
      'Name the port and get a public URL. Your app stays where it is, and no router or firewall is touched.',
  },
  {
    icon: IconGateway,
    title: 'Addresses that stay',
    description: 'Reserve a gateway once and serve it again tomorrow. Webhooks and colleagues keep the same URL.',
  },
  {
    icon: IconLive,
    title: 'Live to the byte',
    description: 'Every agent, request and transfer shows on the dashboard while it happens.',
  },
  {
    icon: IconRefresh,
    title: 'Back after every loss',
    description: 'Close the lid, change the network: the agent comes back by itself and takes its address with it.',
  },
  {
    icon: IconTeam,
    title: 'Made for teams',
    description: 'Invite people, give each a role, and see who exposes what. Each has a token of their own.',
  },
  {
    icon: IconServer,
    title: 'Yours to host',
    description:
      'One process with its database inside is enough to begin. PostgreSQL and several nodes come when you grow.',
  },
]

/** What the product is, shown by the product itself. */
export function LandingPage() {
  useTitle('A public URL for your local app')
  return (
    <>
      <Hero />
      <Section id="features" title="What you get" tinted>
        <FeatureGrid features={features} />
      </Section>
      <Section
        id="how-it-works"
        title="From nothing to a public URL in three steps"
        description="These are the commands, as they work on this server."
      >
        <HowItWorks />
      </Section>
      <Section
        title="See what comes in"
        description="The Agents page with a live tunnel. Figures move as requests arrive, without a reload."
        tinted
      >
        <ProductPicture />
      </Section>
      <Section id="pricing" title="Simple pricing" description="Early Access is free. You need no card.">
        <PlanCards />
      </Section>
      <Section title="Need more than this?" tinted>
        <div className={classes.closing}>
          <p>Custom domains, a plan for your company, or help with an installation of your own: talk to us.</p>
          <Button component={Link} to="/contact" size="md">
            Contact Sales
          </Button>
        </div>
      </Section>
    </>
  )
}
