import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { List, SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { claims } from '../site/claims.ts'
import { useSite } from '../site/useSite.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { IconShield } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const protectionQuery = graphql(`
  query SecurityFeatures_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      plan {
        id
        maxIpRestrictions
      }
      ipRestrictions {
        id
      }
      rateLimits {
        name
        limit
      }
    }
  }
`)

type Protection = ResultOf<typeof protectionQuery>['account']

/** Shows what protects a tunnel in this installation and account, and what the reader can add. */
export function SecurityFeatures() {
  const accountId = useActiveAccount().membership.account.id
  // Separate from the page's own query: if it fails, only the names are shown.
  const account = useQuery(protectionQuery, { variables: { accountId } }).data?.account
  const isEncrypted = useSite()?.exampleUrl.startsWith('https:')
  const features: [name: string, state: ReactNode][] = [
    [claims.tls13, isEncrypted !== undefined && describeEncryption(isEncrypted)],
    ['Certificate pinning', 'Not in use. Agents trust the same certificate authorities as their machine.'],
    [claims.rateLimiting, account && describeRates(account)],
    [claims.addressControl, account && describeRestrictions(account)],
  ]
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Panel title="Security features">
        <List size="sm" spacing="xs" icon={<IconShield size={17} color="var(--accent)" aria-hidden />}>
          {features.map(([name, state]) => (
            <List.Item key={name}>
              {/* Reserves space for a line that loads. */}
              <TwoLines first={name} second={state || '\u00a0'} />
            </List.Item>
          ))}
        </List>
      </Panel>
      <Panel title="Recommendations">
        <List size="sm" spacing="xs">
          <List.Item>Stop agents you no longer need.</List.Item>
          <List.Item>
            Name your agents with <code>--name</code>, so that you can tell them apart.
          </List.Item>
          <List.Item>Regenerate your AuthID if someone else may have seen it.</List.Item>
        </List>
      </Panel>
    </SimpleGrid>
  )
}

function describeEncryption(isEncrypted: boolean): string {
  return isEncrypted
    ? 'In use. Visitors reach your apps over HTTPS.'
    : 'Not in use. Your addresses start with http://, so traffic to this installation is not encrypted.'
}

function describeRates({ rateLimits }: Protection): ReactNode {
  const find = (wanted: Protection['rateLimits'][number]['name']) => rateLimits.find(({ name }) => name === wanted)
  const [perMinute, open] = [find('REQUESTS_PER_MINUTE'), find('OPEN_REQUESTS')]
  if (!perMinute || !open) return null
  return (
    <>
      In use. {formatCount(perMinute.limit)} requests a minute, {formatCount(open.limit)} open at once.{' '}
      <TextLink to={webPaths.rateLimits} size="xs">
        Rate limits
      </TextLink>
    </>
  )
}

function describeRestrictions({ plan, ipRestrictions }: Protection): ReactNode {
  if (plan.maxIpRestrictions === 0) return 'Not in your plan. Visitors from any address are let in.'
  const count = ipRestrictions.length
  return (
    <>
      {count === 0
        ? 'Not in use. Visitors from any address are let in.'
        : `In use. ${formatNumber(count, 'restriction')}.`}{' '}
      <TextLink to={webPaths.ipRestrictions} size="xs">
        IP restrictions
      </TextLink>
    </>
  )
}
