import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { toDay } from '../usage/range.ts'
import { Columns } from '../../ui/Columns.tsx'
import { useNow } from '../../ui/useNow.ts'
import { BrokenPanel } from './BrokenPanel.tsx'
import { LimitPanel } from './LimitPanel.tsx'
import { NextStep } from './NextStep.tsx'
import type { StartingAccount } from './starting-account.ts'
import { TodayPanel } from './TodayPanel.tsx'
import { UpPanel } from './UpPanel.tsx'
import type { Tunnel } from './useTunnel.ts'

const overviewQuery = graphql(`
  query Overview_Query($accountId: ID!, $yesterday: Date!, $today: Date!) {
    account(id: $accountId) {
      id
      ...Today_Account
      ...Broken_Account
      ...Limits_Account
      ...NextStep_Account
    }
  }
`)

const dayMs = 24 * 60 * 60 * 1000
const dayTickMs = 60_000

interface OverviewProps {
  account: StartingAccount
  tunnel: Tunnel
  /** The content below. */
  children: ReactNode
}

/** Shows what is up, what broke, today's traffic, limits that are near, and what to do next. */
export function Overview({ account, tunnel, children }: OverviewProps) {
  const accountId = useActiveAccount().membership.account.id
  const now = useNow(dayTickMs)
  const { data, failure } = useScreenQuery(overviewQuery, 'the overview', {
    variables: { accountId, yesterday: toDay(now - dayMs), today: toDay(now) },
    live: true,
  })
  const read = data?.account
  return (
    <>
      <Columns
        aside={
          read && (
            <Stack gap="lg">
              <NextStep account={account} more={read} />
              <LimitPanel account={read} />
            </Stack>
          )
        }
      >
        <UpPanel account={account} tunnel={tunnel} />
        {failure}
        {!failure && <TodayPanel account={read} />}
        {!failure && (read ? <BrokenPanel account={read} /> : <Skeleton height={160} radius="lg" />)}
      </Columns>
      {(read ?? failure) && children}
    </>
  )
}
