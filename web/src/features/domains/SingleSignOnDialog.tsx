import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ActionDialog, type DialogProps } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { type GivenRole, givenRoles } from '../accounts/given-roles.ts'
import { type Provider, useSignInProviders } from '../identities/providers.ts'
import { Form } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import type { Domain } from './domain.ts'

const setMutation = graphql(`
  mutation SingleSignOnDialog_Set($input: SetSingleSignOnInput!) {
    setSingleSignOn(input: $input) {
      domain {
        ...Domain_Domain
      }
    }
  }
`)

const endMutation = graphql(`
  mutation SingleSignOnDialog_End($input: EndSingleSignOnInput!) {
    endSingleSignOn(input: $input) {
      domain {
        ...Domain_Domain
      }
    }
  }
`)

/** Sets up single sign-on for a domain, changes it, or ends it. */
export function SingleSignOnDialog({ item, onClose }: DialogProps<Domain>) {
  const providers = useSignInProviders()
  const [ending, setEnding] = useState<Domain>()
  const close = () => {
    setEnding(undefined)
    onClose()
  }
  return (
    <>
      <Modal opened={item !== undefined && ending === undefined} onClose={onClose} title="Single sign-on">
        {item && (
          <SingleSignOnForm domain={item} providers={providers} onDone={onClose} onEnd={() => setEnding(item)} />
        )}
      </Modal>
      <ActionDialog
        item={ending}
        title={() => 'End single sign-on'}
        confirmLabel="End single sign-on"
        document={endMutation}
        variables={({ id }) => ({ input: { domainId: id } })}
        onDone={({ domain }) => notify(`Single sign-on of ${domain} has ended.`)}
        onClose={close}
      >
        {({ domain }) => (
          <p>
            People with an address at {domain} can sign in any way they like again, and new ones no longer become
            members automatically. Members stay.
          </p>
        )}
      </ActionDialog>
    </>
  )
}

interface SingleSignOnFormProps {
  domain: Domain
  providers: readonly Provider[]
  onDone: () => void
  onEnd: () => void
}

function SingleSignOnForm({ domain, providers, onDone, onEnd }: SingleSignOnFormProps) {
  const { id, domain: name, singleSignOn } = domain
  const form = useForm({
    initialValues: {
      providerId: singleSignOn?.provider.id ?? providers[0]?.id ?? '',
      role: toGivenRole(singleSignOn?.role),
    },
  })
  const set = useFormAction(form, setMutation)
  const submit = form.onSubmit(async ({ providerId, role }) => {
    const answer = await set.run({ input: { domainId: id, providerId, role } })
    if (!answer) return
    const label = answer.setSingleSignOn.domain.singleSignOn?.provider.label
    notify(`People of ${name} sign in with ${label} from now on.`)
    onDone()
  })
  return (
    <Stack gap="xs">
      <Form onSubmit={submit} action={set} submitLabel="Save" wide requested>
        <Text size="sm">
          Everyone with an address at exactly {name} signs in with this provider only, and becomes a member of this
          account at their first sign-in. Those who are signed in now are signed out. Owners of the account can also
          sign in another way.
        </Text>
        <NativeSelect
          label="Provider"
          data={providers.map((provider) => ({ value: provider.id, label: provider.label }))}
          {...form.getInputProps('providerId')}
        />
        <NativeSelect label="Role of new members" data={givenRoles} {...form.getInputProps('role')} />
      </Form>
      {singleSignOn && (
        <Button variant="subtle" color="red" onClick={onEnd}>
          End single sign-on
        </Button>
      )}
    </Stack>
  )
}

function toGivenRole(role: GivenRole | 'super_admin' = 'viewer'): GivenRole {
  return role === 'admin' ? role : 'viewer'
}
