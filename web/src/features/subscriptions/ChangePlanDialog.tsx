import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { Skeleton, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { getErrorText } from '../../graphql/errors.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useSteady } from '../../graphql/useSteady.ts'
import { useSite } from '../site/useSite.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import { describeEffect, formatUsage, getPlanAction } from './plan-rules.ts'
import type { Plan } from '../plans/plan.ts'
import { describePrice } from '../plans/price.ts'
import { openProviderPage } from './provider-page.ts'

const inUseQuery = graphql(`
  query ChangePlanDialog_Query($accountId: ID!, $planId: ID!) {
    account(id: $accountId) {
      id
      planUsage(planId: $planId) {
        label
        used
        limit
        unit
        exceeded
      }
    }
  }
`)

type PlanUsage = ResultOf<typeof inUseQuery>['account']['planUsage'][number]

const changePlanMutation = graphql(`
  mutation ChangePlanDialog_ChangePlan($input: ChangePlanInput!) {
    changePlan(input: $input) {
      outcome
      message
      checkoutUrl
      account {
        ...BillingAccount_Account
        ...Payments_Account
      }
    }
  }
`)

interface ChangePlanDialogProps {
  accountId: string
  current: Plan
  /** The plan in question; undefined while the dialog is closed. */
  plan: Plan | undefined
  onClose: () => void
}

/** Confirms a change of plan: its effect, its price, and what would exceed the new limits. */
export function ChangePlanDialog({ accountId, current, plan, onClose }: ChangePlanDialogProps) {
  const change = useAction(changePlanMutation, { fallbackText: 'An error occurred' })
  const [answer, setAnswer] = useState<string>()
  const [leaving, setLeaving] = useState(false)
  // The back button may show the page in the state in which it was left.
  useWindowEvent('pageshow', () => setLeaving(false))
  const opening = useOpening()
  const close = () => {
    opening.end()
    change.reset()
    setAnswer(undefined)
    onClose()
  }
  const confirm = async () => {
    if (!plan) return
    const isStillOpen = opening.begin()
    const done = await change.run({ input: { accountId, planId: plan.id } })
    // A reader who cancelled stays here.
    if (!done || !isStillOpen()) return
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

type PreviewProps = Pick<ChangePlanDialogProps, 'accountId' | 'current'> & { plan: Plan }

function Preview({ accountId, current, plan }: PreviewProps) {
  const mode = useSite()?.planChanges
  const { data, error } = useSteady(useQuery(inUseQuery, { variables: { accountId, planId: plan.id } }))
  return (
    <Stack gap="md">
      <Text size="sm">{describeEffect(plan, mode)}</Text>
      <FactList
        facts={[
          { name: 'Current price', value: describePrice(current.priceMonthlyCents) },
          { name: 'New price', value: describePrice(plan.priceMonthlyCents) },
        ]}
      />
      {!data && !error && <Skeleton height={60} />}
      {error && <Notice tone="warning">Your usage could not be compared. {getErrorText(error)}</Notice>}
      {data && <Excesses excesses={data.account.planUsage.filter(({ exceeded }) => exceeded)} plan={plan} />}
    </Stack>
  )
}

function Excesses({ excesses, plan }: { excesses: PlanUsage[]; plan: Plan }) {
  if (excesses.length === 0) return <Text size="sm">Everything you use fits the {plan.name} plan.</Text>
  return (
    <Notice tone="warning" title={`Over the limits of ${plan.name}`}>
      <Stack gap="sm" mt="xs">
        <FactList facts={excesses.map((usage) => ({ name: usage.label, value: formatUsage(usage) }))} />
        <Text size="sm">
          Nothing is deleted, and no tunnel is cut off. Where a limit is not monthly, you cannot add more until you are
          below it.
        </Text>
      </Stack>
    </Notice>
  )
}
