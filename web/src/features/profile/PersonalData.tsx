import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Button, List } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { downloadBlob } from '../../ui/download.ts'
import { ExportItem } from '../../ui/ExportItem.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useTypedConfirmation } from '../../ui/useTypedConfirmation.tsx'

const deletionFragment = graphql(`
  fragment PersonalData_Viewer on Viewer {
    user {
      id
      email
      phone
    }
    deletion {
      deletedAccounts {
        id
        name
      }
      accountsInTheWay {
        id
        name
      }
      leftAccounts {
        id
        name
      }
    }
  }
`)

type Viewer = ResultOf<typeof deletionFragment>

const exportMutation = graphql(`
  mutation PersonalData_Export {
    exportUser {
      fileName
      json
    }
  }
`)

const deleteMutation = graphql(`
  mutation PersonalData_Delete($input: DeleteUserInput!) {
    deleteUser(input: $input) {
      userId
    }
  }
`)

/** Offers the viewer's data for download, and for deletion. */
export function PersonalData({ viewer }: { viewer: Viewer }) {
  const [asked, setAsked] = useState(false)
  const exporting = useAction(exportMutation, { fetchPolicy: 'no-cache' })
  const { accountsInTheWay } = viewer.deletion

  const exportData = async () => {
    const answer = await exporting.run({})
    if (!answer) return
    const { fileName, json } = answer.exportUser
    downloadBlob(fileName, new Blob([json], { type: 'application/json' }))
  }

  return (
    <Panel title="Your data" flush>
      <ItemList label="Your data">
        <ExportItem
          title="Export your data"
          description="Everything stored about you in one JSON file, without secrets. Accounts have their own exports."
          pending={exporting.pending}
          errorText={exporting.errorText}
          onExport={() => void exportData()}
        />
        <Item
          title="Delete your profile"
          description={
            accountsInTheWay.length === 0
              ? 'Your sign-in, your data and everything that is yours alone are deleted at once. This cannot be undone.'
              : `You are the only owner of ${listNames(accountsInTheWay)}, where others are members. Transfer the ownership or delete the account first.`
          }
          actions={
            <Button color="red" disabled={accountsInTheWay.length > 0} onClick={() => setAsked(true)}>
              Delete your profile
            </Button>
          }
        />
      </ItemList>
      <DeleteDialog viewer={asked ? viewer : undefined} onClose={() => setAsked(false)} />
    </Panel>
  )
}

interface DeleteDialogProps {
  /** The viewer; undefined while the dialog is closed. */
  viewer: Viewer | undefined
  onClose: () => void
}

function DeleteDialog({ viewer, onClose }: DeleteDialogProps) {
  const navigate = useNavigate()
  const confirmation = useTypedConfirmation(onClose)
  return (
    <ActionDialog
      item={viewer}
      title={() => 'Delete your profile'}
      confirmLabel="Delete your profile"
      document={deleteMutation}
      variables={() => ({ input: { confirmation: confirmation.typed } })}
      onDone={() => void navigate(webPaths.logout)}
      onClose={confirmation.close}
    >
      {({ user: { email, phone }, deletion: { deletedAccounts, leftAccounts } }) => (
        <>
          <p>This cannot be undone. At once:</p>
          <List size="sm" spacing="xs" my="sm">
            {deletedAccounts.length > 0 && (
              <List.Item>
                {listNames(deletedAccounts)} and everything there is deleted, and its tunnels close.
              </List.Item>
            )}
            {leftAccounts.length > 0 && (
              <List.Item>
                You leave {listNames(leftAccounts)}. Your tunnels, AuthIDs and machine tokens there end.
              </List.Item>
            )}
            <List.Item>You are signed out everywhere, and nobody can sign in as you any more.</List.Item>
            <List.Item>
              Your name, address and number are removed. Logs of accounts keep what you did, without them.
            </List.Item>
          </List>
          {confirmation.ask(
            <>
              To confirm, enter <code>{email ?? phone}</code>
            </>,
          )}
        </>
      )}
    </ActionDialog>
  )
}

function listNames(accounts: readonly { name: string }[]): string {
  return accounts.map(({ name }) => name).join(', ')
}
