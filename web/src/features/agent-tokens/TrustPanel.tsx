import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconConnected, IconPlus } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { BindableGateway } from './BindingFields.tsx'
import { CreateTrustForm } from './CreateTrustForm.tsx'
import { WorkflowLines } from './WorkflowLines.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import { describeBinding } from './binding.ts'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { notify } from '../../ui/notify.ts'

const trustFragment = graphql(`
  fragment TrustPanel_Trust on Trust {
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

type Trust = ResultOf<typeof trustFragment>

const deleteTrustMutation = graphql(`
  mutation TrustPanel_Delete($input: DeleteTrustInput!) {
    deleteTrust(input: $input) {
      trust {
        id
      }
    }
  }
`)

interface TrustPanelProps {
  /** Undefined while they load. */
  trusts: Trust[] | undefined
  gateways: readonly BindableGateway[]
}

/** Lists, creates and deletes the workloads that the account trusts. */
export function TrustPanel({ trusts, gateways }: TrustPanelProps) {
  const accountId = useActiveAccount().membership.account.id
  const [creating, setCreating] = useState(false)
  const [shown, setShown] = useState<{ id: string; name: string }>()
  const [deleting, setDeleting] = useState<Trust>()

  return (
    <>
      {shown && (
        <Panel
          title={`Workflow for ${shown.name}`}
          aside={
            <Button variant="default" size="xs" onClick={() => setShown(undefined)}>
              Done
            </Button>
          }
        >
          <WorkflowLines trustId={shown.id} />
        </Panel>
      )}
      {creating && (
        <Panel title="Trust a workload">
          <CreateTrustForm
            accountId={accountId}
            gateways={gateways}
            onCreated={(trust) => {
              setCreating(false)
              setShown(trust)
            }}
            onCancel={() => setCreating(false)}
          />
        </Panel>
      )}
      <Panel
        title="Trusted workloads"
        description="CI jobs that open tunnels without a stored secret: their CI proves who they are."
        aside={
          !creating && (
            <Button size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
              Trust a workload
            </Button>
          )
        }
        flush
      >
        {trusts?.length === 0 ? (
          <EmptyState
            icon={IconConnected}
            title="No trusted workloads"
            description="Trust a repository to let its jobs open tunnels, for example previews of pull requests."
          />
        ) : (
          <DataTable
            caption="Trusts"
            columns={getColumns(setShown, setDeleting)}
            rows={trusts}
            rowKey={({ id }) => id}
          />
        )}
      </Panel>
      <ActionDialog
        item={deleting}
        onClose={() => setDeleting(undefined)}
        title={() => 'Delete trust'}
        confirmLabel="Delete trust"
        document={deleteTrustMutation}
        variables={({ id }) => ({ input: { id } })}
        removed={(data) => data.deleteTrust.trust}
        onDone={({ name }) => notify(`${name} is no longer trusted.`)}
      >
        {({ name }) => (
          <p>
            Jobs of "{name}" no longer get tokens, and the agents that they started with this trust end within 2
            seconds. This cannot be undone.
          </p>
        )}
      </ActionDialog>
    </>
  )
}

const getColumns = (
  onShow: (trust: { id: string; name: string }) => void,
  onDelete: (trust: Trust) => void,
): Column<Trust>[] => [
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
