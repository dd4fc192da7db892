import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconUser } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import type { Identity } from './identity.ts'
import { useSignInProviders } from './providers.ts'
import { useProviderRedirect } from './useProviderRedirect.ts'

const unlinkMutation = graphql(`
  mutation IdentityPanel_Unlink($input: UnlinkIdentityInput!) {
    unlinkIdentity(input: $input) {
      identityId
    }
  }
`)

interface IdentityPanelProps {
  /** Undefined while they load. */
  identities: Identity[] | undefined
  /** Called when an identity was unlinked. */
  onChanged: () => void
}

/** The providers with which the viewer can sign in. Renders nothing if there are none to link and none are linked. */
export function IdentityPanel({ identities, onChanged }: IdentityPanelProps) {
  const providers = useSignInProviders()
  const redirect = useProviderRedirect('LINK')
  const [unlinking, setUnlinking] = useState<Identity>()
  if (!identities || providers.length + identities.length === 0) return null
  const unlinked = providers.filter(({ id }) => identities.every(({ provider }) => provider.id !== id))

  return (
    <Panel
      title="Sign-in with a provider"
      description="A provider that you link signs you in without a password."
      aside={
        unlinked.length > 0 && (
          <Group gap="xs">
            {unlinked.map(({ id, label }) => (
              <Button
                key={id}
                variant="default"
                size="xs"
                loading={redirect.leavingTo === id}
                onClick={() => redirect.go(id)}
              >
                Link {label}
              </Button>
            ))}
          </Group>
        )
      }
      flush
    >
      {redirect.errorText && <Notice tone="danger">{redirect.errorText}</Notice>}
      {identities.length === 0 ? (
        <EmptyState
          icon={IconUser}
          title="No provider linked"
          description="Link one to sign in with the user that you have there."
        />
      ) : (
        <DataTable
          caption="Linked providers"
          columns={getColumns(setUnlinking)}
          rows={identities}
          rowKey={({ id }) => id}
        />
      )}
      <ActionDialog
        item={unlinking}
        title={({ provider }) => `Unlink ${provider.label}`}
        confirmLabel="Unlink"
        document={unlinkMutation}
        variables={({ id }) => ({ input: { id } })}
        onDone={({ provider }) => {
          onChanged()
          notify(`${provider.label} was unlinked.`)
        }}
        onClose={() => setUnlinking(undefined)}
      >
        {({ provider }) => (
          <p>
            You can no longer sign in with {provider.label}. You stay signed in where you are now, and can link it
            again.
          </p>
        )}
      </ActionDialog>
    </Panel>
  )
}

const getColumns = (onUnlink: (identity: Identity) => void): Column<Identity>[] => [
  {
    title: 'Provider',
    cell: ({ provider, name }) => (
      <TwoLines first={<strong>{provider.label}</strong>} second={name ?? 'No name given'} />
    ),
  },
  { title: 'Linked', cell: ({ createdAt }) => <When iso={createdAt} as="short-time" /> },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <When iso={lastUsedAt} as="short-time" /> : 'Never') },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (identity) => (
      <Group justify="flex-end">
        <Button
          variant="default"
          size="xs"
          aria-label={`Unlink ${identity.provider.label}`}
          onClick={() => onUnlink(identity)}
        >
          Unlink
        </Button>
      </Group>
    ),
  },
]
