import { useState } from 'react'
import { ConnectionDialog } from '../diagnostics/ConnectionDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FindPanel } from '../../ui/FindPanel.tsx'
import { IconGateway } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import { DeleteGatewayDialog } from './DeleteGatewayDialog.tsx'
import type { Gateway } from './gateway.ts'
import { GatewayTable } from './GatewayTable.tsx'

interface GatewayListProps {
  /** Undefined while they load. */
  gateways: Gateway[] | undefined
  canManage: boolean
}

/** The account's gateways, with a delete button for viewers who may. */
export function GatewayList({ gateways, canManage }: GatewayListProps) {
  const [checking, setChecking] = useState<Gateway>()
  const [deleting, setDeleting] = useState<Gateway>()
  return (
    <>
      {gateways?.length === 0 ? (
        <Panel>
          <EmptyState
            icon={IconGateway}
            title="No gateways yet"
            description={
              canManage
                ? 'Reserve a hostname, then start an agent on it.'
                : 'An admin of this account can reserve a hostname.'
            }
          />
        </Panel>
      ) : (
        <FindPanel
          title="Your gateways"
          label="Find a gateway"
          items={gateways}
          listWords={({ name, subdomain }) => [name, subdomain]}
        >
          {(found) => (
            <GatewayTable gateways={found} canManage={canManage} onCheck={setChecking} onDelete={setDeleting} />
          )}
        </FindPanel>
      )}
      <ConnectionDialog
        item={checking}
        title={({ name }) => `Connection of ${name}`}
        target={({ id }) => ({ kind: 'gateway', id })}
        onClose={() => setChecking(undefined)}
      />
      <DeleteGatewayDialog item={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}
