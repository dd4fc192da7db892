import { useState } from 'react'
import { ConnectionDialog } from '../diagnostics/ConnectionDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { IconGateway } from '../../ui/icons.ts'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useFind } from '../../ui/useFind.ts'
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
  const find = useFind(gateways, ({ name, subdomain }) => [name, subdomain])
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
        <Panel
          title="Your gateways"
          aside={<FindField label="Find a gateway" find={find} total={gateways?.length} />}
          flush
        >
          {find.found?.length === 0 ? (
            <NothingFound wanted={find.wanted} />
          ) : (
            <GatewayTable gateways={find.found} canManage={canManage} onCheck={setChecking} onDelete={setDeleting} />
          )}
        </Panel>
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
