import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button, Group } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import { describeBinding } from './binding.ts'

const trustFragment = graphql(`
  fragment TrustTable_Trust on Trust {
    id
    name
    issuer
    conditions {
      claim
      value
    }
    gateway {
      id
      subdomain
    }
    hostnamePrefix
    label
    lastUsedAt
  }
`)

export type Trust = ResultOf<typeof trustFragment>

interface TrustTableProps {
  /** Undefined while they load. */
  trusts: Trust[] | undefined
  onShow: (trust: Trust) => void
  onDelete: (trust: Trust) => void
}

/** The workloads that the account trusts. */
export function TrustTable({ trusts, onShow, onDelete }: TrustTableProps) {
  return <DataTable caption="Trusts" columns={getColumns(onShow, onDelete)} rows={trusts} rowKey={({ id }) => id} />
}

const getColumns = (onShow: TrustTableProps['onShow'], onDelete: TrustTableProps['onDelete']): Column<Trust>[] => [
  {
    title: 'Name',
    sortBy: ({ name }) => name,
    cell: ({ name, issuer }) => <TwoLines first={<strong>{name}</strong>} second={issuer} />,
  },
  {
    title: 'Conditions',
    cell: ({ conditions }) => conditions.map(({ claim, value }) => `${claim}: ${value}`).join(', '),
  },
  {
    title: 'Bound to',
    cell: (trust) => <TwoLines first={<code>{describeBinding(trust)}</code>} second={`Label ${trust.label}`} />,
  },
  {
    title: 'Last used',
    sortBy: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <When iso={lastUsedAt} as="short-time" /> : 'Never'),
  },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (trust) => (
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="xs" aria-label={`Workflow for ${trust.name}`} onClick={() => onShow(trust)}>
          Workflow
        </Button>
        <Button variant="default" size="xs" aria-label={`Delete ${trust.name}`} onClick={() => onDelete(trust)}>
          Delete
        </Button>
      </Group>
    ),
  },
]
