import { webPaths } from '@culvert/schema/web-paths'
import { Button, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Panel } from '../../ui/Panel.tsx'
import { PlanCard } from '../../ui/PlanCard.tsx'
import type { BillingAccount } from './billing-account.ts'
import { ChangePlanDialog } from './ChangePlanDialog.tsx'
import { getPlanAction } from './plan-rules.ts'
import type { Plan } from '../plans/plan.ts'
import { describeCardPrice, describePlanType } from '../plans/price.ts'

interface PlanGridProps {
  account: BillingAccount
  plans: Plan[]
}

/** The plans on offer, with a button to switch for viewers who may. */
export function PlanGrid({ account, plans }: PlanGridProps) {
  const [asked, setAsked] = useState<Plan>()
  const { id, plan: current, viewerCanChangePlan } = account
  return (
    <Panel title="Available Plans">
      {!viewerCanChangePlan && (
        <Text size="sm" c="dimmed" mb="md">
          An owner of this account can change the plan.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            title={plan.name}
            price={describeCardPrice(plan.priceMonthlyCents)}
            description={describePlanType(plan.type)}
            features={plan.features.filter(({ isMain }) => isMain)}
            current={plan.id === current.id}
            action={
              (viewerCanChangePlan || plan.id === current.id) && (
                <PlanButton current={current} plan={plan} onAsk={setAsked} />
              )
            }
          />
        ))}
      </SimpleGrid>
      <ChangePlanDialog accountId={id} current={current} plan={asked} onClose={() => setAsked(undefined)} />
    </Panel>
  )
}

interface PlanButtonProps {
  current: Plan
  plan: Plan
  onAsk: (plan: Plan) => void
}

function PlanButton({ current, plan, onAsk }: PlanButtonProps) {
  const action = getPlanAction(current, plan)
  const isCurrent = action === 'Current Plan'
  if (!isCurrent && plan.availability === 'BY_AGREEMENT') {
    return (
      <Button variant="default" component={Link} to={webPaths.contact}>
        Contact Sales
      </Button>
    )
  }
  if (!isCurrent && plan.availability === 'NOT_SOLD') return <Button disabled>Coming Soon</Button>
  return (
    <Button
      variant={action === 'Downgrade' ? 'default' : undefined}
      disabled={isCurrent}
      aria-label={isCurrent ? undefined : `${action} to ${plan.name}`}
      onClick={() => onAsk(plan)}
    >
      {action}
    </Button>
  )
}
