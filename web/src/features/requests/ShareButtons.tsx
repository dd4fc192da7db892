import { Button, Modal, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import type { RequestContent, RequestShare } from './request-content.ts'
import type { RequestDetail } from './request.ts'

const shareMutation = graphql(`
  mutation RequestPanel_Share($input: ShareRequestInput!) {
    shareRequest(input: $input) {
      content {
        share {
          expiresAt
        }
      }
    }
  }
`)

const endShareMutation = graphql(`
  mutation RequestPanel_EndShare($input: EndRequestShareInput!) {
    endRequestShare(input: $input) {
      id
    }
  }
`)

interface ShareButtonsProps {
  accountId: string
  request: RequestDetail
  content: RequestContent
  /** Called when a copy is stored, or is no longer stored. */
  onChange: () => void
}

/** Stores a copy of a request for the account, and deletes it. */
export function ShareButtons({ accountId, request: { id }, content: { source, share }, onChange }: ShareButtonsProps) {
  const [isSharing, setSharing] = useState(false)
  const [ending, setEnding] = useState<RequestShare>()
  return (
    <>
      {source === 'AGENT' && (
        <Button size="xs" variant="default" onClick={() => setSharing(true)}>
          {share ? 'Share for longer' : 'Share'}
        </Button>
      )}
      {share?.viewerCanEnd && (
        <Button size="xs" variant="default" onClick={() => setEnding(share)}>
          End share
        </Button>
      )}
      <ShareDialog
        opened={isSharing}
        accountId={accountId}
        id={id}
        onShared={onChange}
        onClose={() => setSharing(false)}
      />
      <ActionDialog
        item={ending}
        title={() => 'End share'}
        confirmLabel="End share"
        document={endShareMutation}
        variables={() => ({ input: { accountId, id } })}
        onDone={onChange}
        onClose={() => setEnding(undefined)}
      >
        {() =>
          source === 'AGENT'
            ? "The copy is deleted. The agent still has the request's contents."
            : "The copy is deleted, and this cannot be undone: the agent did not have the request's contents when it was asked."
        }
      </ActionDialog>
    </>
  )
}

/** The choices of how many days a copy is kept. */
const dayChoices = [1, 7, 30]

interface ShareDialogProps {
  opened: boolean
  accountId: string
  id: string
  onShared: () => void
  onClose: () => void
}

function ShareDialog({ opened, accountId, id, onShared, onClose }: ShareDialogProps) {
  const [days, setDays] = useState(7)
  const share = useAction(shareMutation, {
    fallbackText: 'Error sharing the request',
    fetchPolicy: 'no-cache',
    context: { waitsForAgent: true },
  })
  const submit = async () => {
    const answer = await share.run({ input: { accountId, id, days } })
    if (!answer) return
    const kept = answer.shareRequest.content.share
    onClose()
    onShared()
    if (kept) notify(`Shared until ${formatDateTime(kept.expiresAt)}.`)
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Share request">
      <Form
        submitLabel="Share"
        action={share}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="md">
          <p style={{ margin: 0 }}>
            An encrypted copy without secrets is kept on the server. Members of the account can open it by the link of
            this request, even after the agent has ended.
          </p>
          <NativeSelect
            label="Delete the copy after"
            data={dayChoices.map((choice) => ({ value: String(choice), label: formatNumber(choice, 'day') }))}
            value={days}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          />
        </Stack>
      </Form>
    </Modal>
  )
}
