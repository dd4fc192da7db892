import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isNotEmpty, useForm } from '@mantine/form'
import { useSession } from '../../auth/SessionProvider.tsx'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatNumber } from '../../ui/format.ts'
import { IconShield } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { AddTotpDialog } from './AddTotpDialog.tsx'
import { type Factor, factorKinds } from './factor.ts'
import { RecoveryCodeDialog } from './RecoveryCodeDialog.tsx'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { Form } from '../../ui/Form.tsx'

const removeMutation = graphql(`
  mutation FactorPanel_Remove($input: RemoveFactorInput!) {
    removeFactor(input: $input) {
      factorId
    }
  }
`)

const renewMutation = graphql(`
  mutation FactorPanel_RenewCodes {
    renewRecoveryCodes {
      recoveryCodes
    }
  }
`)

const renameMutation = graphql(`
  mutation FactorPanel_Rename($input: RenameFactorInput!) {
    renameFactor(input: $input) {
      factor {
        ...FactorPanel_Factor
      }
    }
  }
`)

interface FactorPanelProps {
  /** Undefined while they load. */
  factors: Factor[] | undefined
  recoveryCodesLeft: number | undefined
  /** Called when factors or codes have changed. */
  onChanged: () => void
}

/** The viewer's second factors, with buttons to add and remove them. */
export function FactorPanel({ factors, recoveryCodesLeft, onChanged }: FactorPanelProps) {
  const session = useSession()
  const [adding, setAdding] = useState<'TOTP' | 'PASSKEY'>()
  const [renaming, setRenaming] = useState<Factor>()
  const [removing, setRemoving] = useState<Factor>()
  const [codes, setCodes] = useState<string[]>()
  const renew = useAction(renewMutation, { fetchPolicy: 'no-cache' })

  const onAdded = (recoveryCodes: string[]) => {
    setAdding(undefined)
    notify('Your second factor was added.')
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    else finish()
  }
  /** Called only after the codes were shown, because the screen may change then. */
  const finish = () => {
    setCodes(undefined)
    session.noteSecondFactor()
    onChanged()
  }
  const makeCodes = async () => {
    const answer = await renew.run({})
    if (answer) setCodes(answer.renewRecoveryCodes.recoveryCodes)
  }
  const hasApp = factors?.some(({ kind }) => kind === 'TOTP') ?? true

  return (
    <Panel
      title="Second factors"
      description="What you need to sign in, besides your password. A passkey also works without it."
      aside={
        factors && (
          <Group gap="xs">
            {!hasApp && (
              <Button variant="default" size="xs" onClick={() => setAdding('TOTP')}>
                Add an app
              </Button>
            )}
            <Button variant="default" size="xs" onClick={() => setAdding('PASSKEY')}>
              Add a passkey
            </Button>
          </Group>
        )
      }
      flush
    >
      {factors?.length === 0 ? (
        <EmptyState
          icon={IconShield}
          title="No second factor"
          description="Anyone who learns your password can sign in as you. An authenticator app or a passkey prevents that."
        />
      ) : (
        <DataTable
          caption="Second factors"
          columns={getColumns(setRenaming, setRemoving)}
          rows={factors}
          rowKey={({ id }) => id}
        />
      )}
      {factors && factors.length > 0 && (
        <Notice
          tone={recoveryCodesLeft !== undefined && recoveryCodesLeft < 3 ? 'warning' : 'info'}
          action={
            <Button variant="default" size="xs" loading={renew.pending} onClick={() => void makeCodes()}>
              Create new codes
            </Button>
          }
        >
          {formatNumber(recoveryCodesLeft ?? 0, 'recovery code')} left, for when you lose your devices.
          {renew.errorText && ` ${renew.errorText}`}
        </Notice>
      )}
      <AddTotpDialog opened={adding === 'TOTP'} onAdded={onAdded} onClose={() => setAdding(undefined)} />
      <AddPasskeyDialog opened={adding === 'PASSKEY'} onAdded={onAdded} onClose={() => setAdding(undefined)} />
      <Modal opened={renaming !== undefined} onClose={() => setRenaming(undefined)} title="Rename a second factor">
        {renaming && <RenameForm factor={renaming} onDone={() => setRenaming(undefined)} />}
      </Modal>
      <RecoveryCodeDialog codes={codes} onClose={finish} />
      <ActionDialog
        item={removing}
        title={({ name }) => `Remove ${name}`}
        confirmLabel="Remove"
        document={removeMutation}
        variables={({ id }) => ({ input: { id } })}
        onDone={onChanged}
        onClose={() => setRemoving(undefined)}
      >
        {({ kind }) => (
          <p>
            {factors?.length === 1
              ? 'It is your last one: your recovery codes end with it, and your password alone signs you in. Accounts that require a second factor are closed to you from your next sign-in.'
              : `This ${factorKinds[kind].toLowerCase()} is no longer accepted. Your others are.`}
          </p>
        )}
      </ActionDialog>
    </Panel>
  )
}

function RenameForm({ factor: { id, name }, onDone }: { factor: Factor; onDone: () => void }) {
  const form = useForm({ initialValues: { name }, validate: { name: isNotEmpty('Enter a name') } })
  const rename = useFormAction(form, renameMutation)
  const submit = form.onSubmit(async (values) => {
    if (await rename.run({ input: { id, ...values } })) onDone()
  })
  return (
    <Form onSubmit={submit} action={rename} submitLabel="Rename" wide requested>
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
    </Form>
  )
}

const getColumns = (onRename: (factor: Factor) => void, onRemove: (factor: Factor) => void): Column<Factor>[] => [
  {
    title: 'Name',
    cell: ({ name, kind }) => <TwoLines first={<strong>{name}</strong>} second={factorKinds[kind]} />,
  },
  { title: 'Added', cell: ({ createdAt }) => <When iso={createdAt} as="short-time" /> },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <When iso={lastUsedAt} as="short-time" /> : 'Never') },
  {
    title: 'Actions',
    titleHidden: true,
    cell: (factor) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button variant="default" size="xs" aria-label={`Rename ${factor.name}`} onClick={() => onRename(factor)}>
          Rename
        </Button>
        <Button variant="default" size="xs" aria-label={`Remove ${factor.name}`} onClick={() => onRemove(factor)}>
          Remove
        </Button>
      </Group>
    ),
  },
]
