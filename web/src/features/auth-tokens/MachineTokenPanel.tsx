import { webPaths } from '@culvert/schema/web-paths'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconDevice, IconPlus } from '../../ui/icons.ts'
import { NewSecretPanel } from '../../ui/NewSecretPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useFlag } from '../../ui/useFlag.ts'
import { CreateMachineTokenForm } from './CreateMachineTokenForm.tsx'
import { DeleteMachineTokenDialog } from './DeleteMachineTokenDialog.tsx'
import { type MachineToken, MachineTokenTable } from './MachineTokenTable.tsx'

interface MachineTokenPanelProps {
  accountId: string
  tokens: MachineToken[]
}

/** Lists the machines that act as the viewer, disconnects them, and creates tokens by name. */
export function MachineTokenPanel({ accountId, tokens }: MachineTokenPanelProps) {
  const [creating, setCreating] = useFlag('new')
  const [created, setCreated] = useState<{ name: string; secret: string }>()
  const [deleting, setDeleting] = useState<MachineToken>()

  return (
    <>
      {created && (
        <NewSecretPanel
          title={`Token of ${created.name}`}
          secret={created.secret}
          label="machine token"
          onDone={() => setCreated(undefined)}
        >
          <Text size="sm">
            Set it as <code>CULVERT_AUTHTOKEN</code> where you use it.
          </Text>
        </NewSecretPanel>
      )}
      {creating && (
        <Panel title="Create Machine Token">
          <CreateMachineTokenForm
            accountId={accountId}
            onCreated={(token) => {
              setCreating(false)
              setCreated(token)
            }}
            onCancel={() => setCreating(false)}
          />
        </Panel>
      )}
      <Panel
        title="Machines"
        description="Each machine has its own token, and acts as you."
        aside={
          <Group gap="xs">
            <Button component={Link} to={webPaths.connect} variant="default" size="xs">
              Enter a Code
            </Button>
            {!creating && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={15} aria-hidden />}
                onClick={() => setCreating(true)}
              >
                Create Token
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
          <MachineTokenTable tokens={tokens} onDelete={setDeleting} />
        )}
      </Panel>
      <DeleteMachineTokenDialog item={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}
