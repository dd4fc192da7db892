import { webPaths } from '@culvert/schema/web-paths'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconDevice, IconPlus } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import { SecretCreation } from '../../ui/SecretCreation.tsx'
import { useFlag } from '../../ui/useFlag.ts'
import { CreateMachineTokenForm } from './CreateMachineTokenForm.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { notify } from '../../ui/notify.ts'

const machineTokenFragment = graphql(`
  fragment MachineTokenPanel_MachineToken on MachineToken {
    id
    name
    createdAt
    lastUsedAt
    approvedFrom
  }
`)

type MachineToken = ResultOf<typeof machineTokenFragment>

const deleteMachineTokenMutation = graphql(`
  mutation MachineTokenPanel_Delete($input: DeleteMachineTokenInput!) {
    deleteMachineToken(input: $input) {
      machineToken {
        id
      }
    }
  }
`)

interface MachineTokenPanelProps {
  accountId: string
  tokens: MachineToken[]
}

/** Lists the machines that act as the viewer, disconnects them, and creates tokens by name. */
export function MachineTokenPanel({ accountId, tokens }: MachineTokenPanelProps) {
  const [creating, setCreating] = useFlag('new')
  const [deleting, setDeleting] = useState<MachineToken>()

  return (
    <>
      <SecretCreation
        title="Create machine token"
        label="machine token"
        secretTitle={(name) => `Token of ${name}`}
        explanation={
          <Text size="sm">
            Set it as <code>CULVERT_AUTHTOKEN</code> where you use it.
          </Text>
        }
        opened={creating}
        onClose={() => setCreating(false)}
      >
        {(form) => <CreateMachineTokenForm accountId={accountId} {...form} />}
      </SecretCreation>
      <Panel
        title="Machines"
        description="Each machine has its own token, and acts as you."
        aside={
          <Group gap="xs">
            <Button component={Link} to={webPaths.connect} variant="default" size="xs">
              Enter a code
            </Button>
            {!creating && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={15} aria-hidden />}
                onClick={() => setCreating(true)}
              >
                Create token
              </Button>
            )}
          </Group>
        }
        flush
      >
        {tokens.length === 0 ? (
          <EmptyState
            icon={IconDevice}
            title="No machines"
            description={
              <>
                Run <code>culvert login</code> on a machine to connect it, or create a token by name for CI.
              </>
            }
          />
        ) : (
          <DataTable caption="Machines" columns={getColumns(setDeleting)} rows={tokens} rowKey={({ id }) => id} />
        )}
      </Panel>
      <ActionDialog
        item={deleting}
        onClose={() => setDeleting(undefined)}
        title={() => 'Disconnect machine'}
        confirmLabel="Disconnect machine"
        document={deleteMachineTokenMutation}
        variables={({ id }) => ({ input: { id } })}
        optimistic={({ id }) => ({
          deleteMachineToken: {
            __typename: 'DeleteMachineTokenPayload',
            machineToken: { __typename: 'MachineToken', id },
          },
        })}
        removed={(data) => data.deleteMachineToken.machineToken}
        onDone={({ name }) => notify(`${name} was disconnected.`)}
      >
        {({ name }) => (
          <p>
            The token of "{name}" stops working at once, and the agents that run with it end within 2 seconds. The
            machine needs a new token to connect again.
          </p>
        )}
      </ActionDialog>
    </>
  )
}

const getColumns = (onDelete: (token: MachineToken) => void): Column<MachineToken>[] => [
  {
    title: 'Name',
    cell: ({ name, approvedFrom }) => (
      <TwoLines first={<strong>{name}</strong>} second={approvedFrom && `Approved from ${approvedFrom}`} />
    ),
  },
  { title: 'Created', cell: ({ createdAt }) => <When iso={createdAt} as="short-time" /> },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <When iso={lastUsedAt} as="short-time" /> : 'Never') },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (token) => (
      <Button variant="default" size="xs" aria-label={`Disconnect ${token.name}`} onClick={() => onDelete(token)}>
        Disconnect
      </Button>
    ),
  },
]
