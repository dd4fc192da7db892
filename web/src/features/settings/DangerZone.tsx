import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button, List } from '@mantine/core'
import { useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useForgetAccount } from '../accounts/useForgetAccount.ts'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { download } from '../../ui/download.ts'
import { ExportItem } from '../../ui/ExportItem.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { useTypedConfirmation } from '../../ui/useTypedConfirmation.tsx'

const deletableAccountFragment = graphql(`
  fragment DangerZone_Account on Account {
    id
    name
    namespace
    viewerCanDelete
    gateways {
      id
    }
    domains {
      id
    }
    members {
      id
    }
  }
`)

type DeletableAccount = ResultOf<typeof deletableAccountFragment>

const exportAccountMutation = graphql(`
  mutation DangerZone_ExportAccount($input: ExportAccountInput!) {
    exportAccount(input: $input) {
      fileName
      path
    }
  }
`)

const deleteAccountMutation = graphql(`
  mutation DangerZone_DeleteAccount($input: DeleteAccountInput!) {
    deleteAccount(input: $input) {
      accountId
    }
  }
`)

/** Exports the account's data, and deletes the account. Renders nothing for viewers who may do neither. */
export function DangerZone({ account }: { account: DeletableAccount }) {
  const [asked, setAsked] = useState(false)
  const exporting = useAction(exportAccountMutation, { fetchPolicy: 'no-cache' })
  if (!account.viewerCanDelete) return null

  const exportData = async () => {
    const answer = await exporting.run({ input: { accountId: account.id } })
    if (answer) download(answer.exportAccount)
  }

  return (
    <>
      <Panel title="Account data" flush>
        <ItemList label="Account data">
          <ExportItem
            title="Export account data"
            description="Everything stored about this account in one JSON file, without secrets."
            pending={exporting.pending}
            errorText={exporting.errorText}
            onExport={() => void exportData()}
          />
        </ItemList>
      </Panel>
      <Panel title="Danger zone" flush>
        <ItemList label="Danger zone">
          <Item
            title="Delete this account"
            description="Everything in it ends at once, for every member. This cannot be undone."
            actions={
              <Button color="red" onClick={() => setAsked(true)}>
                Delete account
              </Button>
            }
          />
        </ItemList>
      </Panel>
      <DeleteAccountDialog account={asked ? account : undefined} onClose={() => setAsked(false)} />
    </>
  )
}

interface DeleteAccountDialogProps {
  /** The account in question; undefined while the dialog is closed. */
  account: DeletableAccount | undefined
  onClose: () => void
}

function DeleteAccountDialog({ account, onClose }: DeleteAccountDialogProps) {
  const { membership } = useActiveAccount()
  const forgetAccount = useForgetAccount()
  const confirmation = useTypedConfirmation(onClose)
  return (
    <ActionDialog
      item={account}
      title={({ name }) => `Delete ${name}`}
      confirmLabel="Delete account"
      document={deleteAccountMutation}
      variables={({ id }) => ({ input: { accountId: id, namespace: confirmation.typed } })}
      onDone={({ name }) => {
        forgetAccount(membership)
        notify(`${name} was deleted.`)
      }}
      onClose={confirmation.close}
    >
      {({ gateways, domains, members, namespace }) => (
        <>
          <p>This cannot be undone. Within 2 seconds:</p>
          <List size="sm" spacing="xs" my="sm">
            <List.Item>All tunnels close, and every culvert command of this account exits.</List.Item>
            <List.Item>
              {formatNumber(gateways.length, 'gateway')} and {formatNumber(domains.length, 'domain')} are deleted.
              Others can take the domains at once, your hostnames and the namespace after 30 days.
            </List.Item>
            <List.Item>{describeLosses(members.length - 1)}</List.Item>
            <List.Item>Every AuthID, token, API key and invitation stops working.</List.Item>
          </List>
          {confirmation.ask(
            <>
              To confirm, enter the namespace <code>{namespace}</code>
            </>,
          )}
        </>
      )}
    </ActionDialog>
  )
}

function describeLosses(others: number): string {
  return others === 0 ? 'You lose access.' : `You and ${formatNumber(others, 'other member')} lose access.`
}
