import { Button } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconPlus, IconTransfer } from '../../ui/icons.ts'
import { ItemList } from '../../ui/ItemList.tsx'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { NewSecretPanel } from '../../ui/NewSecretPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useParameter } from '../../ui/useParameter.ts'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { nameWebhooks } from './webhook.ts'
import { WebhookForm } from './WebhookForm.tsx'
import { WebhookItem } from './WebhookItem.tsx'
import { WebhookLog } from './WebhookLog.tsx'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { notify } from '../../ui/notify.ts'

const deleteMutation = graphql(`
  mutation WebhookPanel_Delete($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      id
    }
  }
`)

const panelQuery = graphql(`
  query WebhookPanel_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      webhookKinds {
        kind
        label
      }
      webhookEvents {
        event
        label
      }
      webhooks {
        ...Webhook_Webhook
      }
    }
  }
`)

const rotateMutation = graphql(`
  mutation WebhookPanel_Rotate($input: RotateWebhookSecretInput!) {
    rotateWebhookSecret(input: $input) {
      webhook {
        ...Webhook_Webhook
      }
      secret
    }
  }
`)

/** A webhook that a dialog is about. It may be gone while the dialog fades out. */
interface Named {
  id: string
  name: string
}

/** A secret that is shown this one time, and the name of its webhook. */
interface Shown {
  name: string
  secret: string
}

/** Lists, creates and changes the account's webhooks, for members who manage them. */
export function WebhookPanel() {
  const { data, failure } = useAccountQuery(panelQuery, 'your webhooks', { live: true })
  /** The webhook whose form is open: its id, or `new`. */
  const [edited, setEdited] = useParameter('webhook')
  const [logged, setLogged] = useParameter('deliveries')
  const [shown, setShown] = useState<Shown>()
  const [rotating, setRotating] = useState<Named>()
  const [deleting, setDeleting] = useState<Named>()
  if (failure) return failure
  if (!data) return <LoadingPanel />
  const { id: accountId, webhooks, webhookKinds, webhookEvents } = data.account
  const choices = { kinds: webhookKinds, events: webhookEvents }
  const named = nameWebhooks(webhooks)
  const isCreating = edited === 'new'
  const edit = (id: string | undefined) => setEdited(id, { replace: true })

  return (
    <>
      {shown && (
        <NewSecretPanel
          title={`The secret of the webhook to ${shown.name}`}
          secret={shown.secret}
          label="Webhook secret"
          warning="Copy it now: it is shown only once. Your program uses it to check that a request comes from here; Slack, Mattermost and Discord do not need it."
          onDone={() => setShown(undefined)}
        />
      )}
      {isCreating && (
        <Panel title="Create webhook">
          <WebhookForm
            accountId={accountId}
            choices={choices}
            onCreated={(created) => {
              edit(undefined)
              setShown(created)
            }}
            onClose={() => edit(undefined)}
          />
        </Panel>
      )}
      <Panel
        title="Webhooks"
        description="Send notices and events of this account to Slack and the like, or to your own program."
        aside={
          !isCreating && (
            <Button size="xs" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => edit('new')}>
              Create webhook
            </Button>
          )
        }
        flush
      >
        {webhooks.length === 0 ? (
          <EmptyState
            icon={IconTransfer}
            title="No webhooks"
            description="Create one to let your team follow this account in its own chat."
          />
        ) : (
          <ItemList label="Webhooks">
            {named.map(({ webhook, name }) => (
              <WebhookItem
                key={webhook.id}
                webhook={webhook}
                name={name}
                choices={choices}
                onEdit={() => edit(webhook.id)}
                onShowLog={() => setLogged(webhook.id)}
                onRotate={() => setRotating({ id: webhook.id, name })}
                onDelete={() => setDeleting({ id: webhook.id, name })}
              >
                {edited === webhook.id && (
                  <WebhookForm
                    accountId={accountId}
                    choices={choices}
                    webhook={webhook}
                    onClose={() => edit(undefined)}
                  />
                )}
              </WebhookItem>
            ))}
          </ItemList>
        )}
      </Panel>
      {logged !== undefined && (
        <WebhookLog
          accountId={accountId}
          webhookId={logged}
          name={named.find(({ webhook }) => webhook.id === logged)?.name}
          onClose={() => setLogged(undefined)}
        />
      )}
      <ActionDialog
        item={rotating}
        onClose={() => setRotating(undefined)}
        title={() => 'New secret'}
        confirmLabel="Create a new secret"
        harmless
        document={rotateMutation}
        variables={({ id }) => ({ input: { id } })}
        // The secret is shown once and not stored.
        fetchPolicy="no-cache"
        onDone={({ name }, { rotateWebhookSecret }) => setShown({ name, secret: rotateWebhookSecret.secret })}
      >
        {({ name }) => (
          <p>
            Requests to {name} are signed with the new secret at once, and for 24 hours with the current one too, so
            that your program misses nothing until it has the new one.
          </p>
        )}
      </ActionDialog>
      <ActionDialog
        item={deleting}
        onClose={() => setDeleting(undefined)}
        title={() => 'Delete webhook'}
        confirmLabel="Delete webhook"
        document={deleteMutation}
        variables={({ id }) => ({ input: { id } })}
        removed={({ deleteWebhook }) => ({ __typename: 'Webhook', id: deleteWebhook.id })}
        onDone={({ name }) => notify(`The webhook to ${name} was deleted.`)}
      >
        {({ name }) => (
          <p>
            Nothing is sent to {name} any more, including what is waiting. Its deliveries and its secret are deleted
            with it. This cannot be undone.
          </p>
        )}
      </ActionDialog>
    </>
  )
}
