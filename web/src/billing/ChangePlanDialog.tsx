import { useQuery } from '@apollo/client/react'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { getErrorText } from '../graphql/errors.ts'
import { useAction } from '../graphql/useAction.ts'
import { useSite } from '../site/useSite.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { FactList } from '../ui/FactList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { openProviderPage } from './provider-page.ts'
import {
  ChangePlanDialog_ChangePlanDocument,
  ChangePlanDialog_QueryDocument,
  type ChangePlanDialog_QueryQuery,
} from './ChangePlanDialog.generated.ts'
import type { Plan_PlanFragment } from './Plan.generated.ts'
import { describeEffect, getPlanAction, listExcesses, type InUse } from './plan-rules.ts'
import { describePrice } from './price.ts'

interface ChangePlanDialogProps {
  accountId: string
  current: Plan_PlanFragment
  /** The plan to ask about; undefined while nothing is asked. */
  plan: Plan_PlanFragment | undefined
  onClose: () => void
}

/** Asks before the plan changes: what it does, what it costs, and what would be over the new limits. */
export function ChangePlanDialog({ accountId, current, plan, onClose }: ChangePlanDialogProps) {
  const change = useAction(ChangePlanDialog_ChangePlanDocument, { fallbackText: 'An error occurred' })
  const [answer, setAnswer] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  const close = () => {
    change.reset()
    setAnswer(undefined)
    onClose()
  }
  const confirm = async () => {
    if (!plan) return
    const done = await change.run({ input: { accountId, planId: plan.id } })
    if (!done) return
    const { checkoutUrl, message } = done.changePlan
    if (checkoutUrl === null) {
      setAnswer(message)
    } else {
      setLeaving(true)
      openProviderPage(checkoutUrl)
    }
  }

  return (
    <ConfirmDialog
      opened={plan !== undefined}
      title={plan ? `Change to ${plan.name}` : ''}
      confirmLabel={plan ? getPlanAction(current, plan) : ''}
      pending={change.pending || leaving}
      error={change.errorText}
      answer={answer}
      harmless
      onConfirm={() => void confirm()}
      onClose={close}
    >
      {plan && <Preview accountId={accountId} current={current} plan={plan} />}
    </ConfirmDialog>
  )
}

type PreviewProps = Pick<ChangePlanDialogProps, 'accountId' | 'current'> & { plan: Plan_PlanFragment }

function Preview({ accountId, current, plan }: PreviewProps) {
  const mode = useSite()?.planChanges
  const { data, error } = useQuery(ChangePlanDialog_QueryDocument, { variables: { accountId } })
  return (
    <Stack gap="md">
      <Text size="sm">{describeEffect(plan, mode)}</Text>
      <FactList
        facts={[
          { name: 'Price now', value: describePrice(current.priceMonthly) },
          { name: 'Price then', value: describePrice(plan.priceMonthly) },
        ]}
      />
      {!data && !error && <Skeleton height={60} />}
      {error && <Notice tone="warning">What is in use could not be compared. {getErrorText(error)}</Notice>}
      {data && <Excesses used={getInUse(data.account)} plan={plan} />}
    </Stack>
  )
}

function Excesses({ used, plan }: { used: InUse; plan: Plan_PlanFragment }) {
  const excesses = listExcesses(used, plan)
  if (excesses.length === 0) return <Text size="sm">Everything in use fits the {plan.name} plan.</Text>
  return (
    <Notice tone="warning" title={`Over the limits of ${plan.name}`}>
      <Stack gap="sm" mt="xs">
        <FactList facts={excesses.map(({ name, figures }) => ({ name, value: figures }))} />
        <Text size="sm">Nothing is deleted. You cannot add more of these until you are below the limit.</Text>
      </Stack>
    </Notice>
  )
}

function getInUse(account: ChangePlanDialog_QueryQuery['account']): InUse {
  const { usage, members, invites, ipRestrictions } = account
  return { ...usage, seats: members.length + invites.length, ipRestrictions: ipRestrictions.length }
}
