import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { IconDelete, IconRefresh } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { SecretValue } from '../../ui/SecretValue.tsx'
import { When } from '../../ui/When.tsx'
import { findSecret } from './secrets.ts'
import { useCreateAuthToken, useDeleteAuthToken } from './useAuthTokenActions.ts'

const authTokenFragment = graphql(`
  fragment AuthToken_AuthToken on AuthToken {
    id
    name
    createdAt
    lastUsedAt
  }
`)

export type AuthToken = ResultOf<typeof authTokenFragment>

interface AuthTokenPanelProps {
  accountId: string
  token: AuthToken
}

/** An AuthID with its actions, and its secret if this browser has it. */
export function AuthTokenPanel({ accountId, token }: AuthTokenPanelProps) {
  const [asking, setAsking] = useState<'regenerate' | 'delete'>()
  const create = useCreateAuthToken(accountId, token.id)
  const remove = useDeleteAuthToken(accountId)
  const secret = findSecret(token.id)

  const close = () => {
    setAsking(undefined)
    create.reset()
    remove.reset()
  }
  const regenerate = async () => {
    if (!(await create.create())) return
    close()
    notify('A new AuthID was created. The old one stopped working.')
  }
  const deleteToken = async () => {
    if (!(await remove.delete(token.id))) return
    notify('The AuthID was deleted.')
  }

  return (
    <Panel title="Your AuthID">
      <Stack gap="lg">
        {secret ? (
          <SecretValue key={token.id} secret={secret} label="AuthID" />
        ) : (
          <Notice tone="info" title="The secret is not in this browser">
            It was shown once, in the browser in which the AuthID was created. Regenerate the AuthID to get a new secret
            here.
          </Notice>
        )}
        <FactList
          facts={[
            { name: 'Name', value: token.name },
            { name: 'Created', value: <When iso={token.createdAt} as="time" /> },
            {
              name: 'Last used',
              value: token.lastUsedAt ? <When iso={token.lastUsedAt} as="time" /> : 'Never',
            },
          ]}
        />
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setAsking('regenerate')}
          >
            Regenerate
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconDelete size={16} aria-hidden />}
            onClick={() => setAsking('delete')}
          >
            Delete
          </Button>
        </Group>
      </Stack>

      <ConfirmDialog
        opened={asking === 'regenerate'}
        title="Regenerate AuthID"
        confirmLabel="Regenerate"
        pending={create.pending}
        error={create.errorText}
        onConfirm={() => void regenerate()}
        onClose={close}
      >
        <p>
          You get a new secret. The old one stops working at once, and the agents that run with it end within 2 seconds.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        title="Delete AuthID"
        confirmLabel="Delete"
        pending={remove.pending}
        error={remove.errorText}
        onConfirm={() => void deleteToken()}
        onClose={close}
      >
        <p>
          Are you sure you want to delete this AuthID token? This action cannot be undone. The agents that run with it
          end within 2 seconds.
        </p>
      </ConfirmDialog>
    </Panel>
  )
}
