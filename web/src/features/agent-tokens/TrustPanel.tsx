import { Button } from '@mantine/core'
import { useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconConnected, IconPlus } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { BindableGateway } from './BindingFields.tsx'
import { CreateTrustForm } from './CreateTrustForm.tsx'
import { DeleteTrustDialog } from './DeleteTrustDialog.tsx'
import { type Trust, TrustTable } from './TrustTable.tsx'
import { WorkflowLines } from './WorkflowLines.tsx'

interface TrustPanelProps {
  /** Undefined while they load. */
  trusts: Trust[] | undefined
  gateways: readonly BindableGateway[]
}

/** Lists, creates and deletes the workloads that the account trusts. */
export function TrustPanel({ trusts, gateways }: TrustPanelProps) {
  const accountId = useActiveAccount().membership.account.id
  const [creating, setCreating] = useState(false)
  const [shown, setShown] = useState<Pick<Trust, 'id' | 'name'>>()
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
        <Panel title="Trust a Workload">
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
        title="Trusted Workloads"
        description="CI jobs that open tunnels without a stored secret: their CI proves who they are."
        aside={
          !creating && (
            <Button size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
              Trust a Workload
            </Button>
          )
        }
        flush
      >
        {trusts?.length === 0 ? (
          <EmptyState
            icon={IconConnected}
            title="No Trusted Workloads"
            description="Trust a repository to let its jobs open tunnels, for example previews of pull requests."
          />
        ) : (
          <TrustTable trusts={trusts} onShow={setShown} onDelete={setDeleting} />
        )}
      </Panel>
      <DeleteTrustDialog item={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}
