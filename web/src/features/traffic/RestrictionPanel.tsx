import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Stack, Text } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const restrictionsFragment = graphql(`
  fragment RestrictionPanel_Account on Account {
    id
    ipRestrictions {
      id
      ipAddress
      description
    }
  }
`)

/** If there are more, they are on their own page. */
const shownMax = 5

const unbroken = { whiteSpace: 'nowrap' } as const

/** Shows the addresses that are refused on this hostname, which are those of the whole account. */
export function RestrictionPanel({ account }: { account: ResultOf<typeof restrictionsFragment> }) {
  const { ipRestrictions } = account
  return (
    <Panel
      title="Restrictions"
      aside={
        <TextLink to={webPaths.ipRestrictions} size="sm">
          IP Restrictions
        </TextLink>
      }
    >
      {ipRestrictions.length === 0 ? (
        <Text size="sm">No addresses are blocked.</Text>
      ) : (
        <>
          <Text size="sm" mb="sm">
            {formatNumber(ipRestrictions.length, 'address or range', 'addresses or ranges')} blocked, on every hostname
            of this account.
          </Text>
          <Stack component="ul" gap="xs">
            {ipRestrictions.slice(0, shownMax).map(({ id, ipAddress, description }) => (
              <li key={id}>
                <TwoLines
                  first={<code style={{ overflowWrap: 'anywhere' }}>{ipAddress}</code>}
                  second={description ?? 'No description'}
                />
              </li>
            ))}
          </Stack>
        </>
      )}
      <Text size="xs" c="dimmed" mt="sm">
        A command can ask visitors for a password (<code style={unbroken}>--basic-auth</code>), or let only some
        addresses in (<code style={unbroken}>--allow-cidr</code>). Only the command knows that, so it is not shown here.
      </Text>
    </Panel>
  )
}
