import { Button, List, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useForgetAccount } from '../accounts/useForgetAccount.ts'
import { ActionDialog } from '../graphql/ActionDialog.tsx'
import { useAction } from '../graphql/useAction.ts'
import { downloadFile } from '../ui/download.ts'
import { formatNumber } from '../ui/format.ts'
import { IconDownload } from '../ui/icons.ts'
import { Item, ItemList } from '../ui/ItemList.tsx'
import { Notice } from '../ui/Notice.tsx'
import { notify } from '../ui/notify.ts'
import { Panel } from '../ui/Panel.tsx'
import {
  DangerZone_DeleteAccountDocument,
  DangerZone_ExportAccountDocument,
  type DangerZone_AccountFragment,
} from './DangerZone.generated.ts'

/** Takes the account's data out, and ends the account. Nothing for those who may do neither. */
export function DangerZone({ account }: { account: DangerZone_AccountFragment }) {
  const [asked, setAsked] = useState(false)
  const exporting = useAction(DangerZone_ExportAccountDocument, { fetchPolicy: 'no-cache' })
  if (!account.viewerCanDelete) return null

  const download = async () => {
    const answer = await exporting.run({ input: { accountId: account.id } })
    if (answer) downloadFile(answer.exportAccount.fileName, 'application/json', answer.exportAccount.json)
  }

  return (
    <>
      <Panel title="Account data" flush>
        <ItemList label="Account data">
          <Item
            title="Export account data"
            description="Everything that is kept about this account, as one JSON file. Secrets are left out."
            actions={
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                loading={exporting.pending}
                onClick={() => void download()}
              >
                Export data
              </Button>
            }
          >
            {exporting.errorText && <Notice tone="danger">{exporting.errorText}</Notice>}
          </Item>
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
  /** The account to ask about; undefined while nothing is asked. */
  account: DangerZone_AccountFragment | undefined
  onClose: () => void
}

function DeleteAccountDialog({ account, onClose }: DeleteAccountDialogProps) {
  const { membership } = useActiveAccount()
  const forgetAccount = useForgetAccount()
  const [namespace, setNamespace] = useState('')
  return (
    <ActionDialog
      item={account}
      title={({ name }) => `Delete ${name}`}
      confirmLabel="Delete account"
      document={DangerZone_DeleteAccountDocument}
      variables={({ id }) => ({ input: { accountId: id, namespace } })}
      onDone={({ name }) => {
        forgetAccount(membership)
        notify(`${name} was deleted.`)
      }}
      onClose={onClose}
    >
      {({ gateways, domains, members, namespace: expected }) => (
        <>
          <Text size="sm">This cannot be undone. Within 2 seconds:</Text>
          <List size="sm" spacing="xs" my="sm">
            <List.Item>All tunnels close, and every culvert command of this account exits.</List.Item>
            <List.Item>
              {formatNumber(gateways.length, 'gateway')} and {formatNumber(domains.length, 'domain')} become free for
              others.
            </List.Item>
            <List.Item>{describeLosses(members.length - 1)}</List.Item>
            <List.Item>Every AuthID, API key and invitation stops working.</List.Item>
          </List>
          <TextInput
            label={
              <>
                To confirm, enter the namespace <code>{expected}</code>
              </>
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={namespace}
            onChange={(event) => setNamespace(event.currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  )
}

function describeLosses(others: number): string {
  return others === 0 ? 'You lose access.' : `You and ${formatNumber(others, 'other member')} lose access.`
}
