import { termsNotAccepted } from '@culvert/schema/validation-messages'
import { Text, TextInput } from '@mantine/core'
import { webPaths } from '@culvert/schema/web-paths'
import { isNotEmpty, useForm } from '@mantine/form'
import { useState } from 'react'
import { useSession } from '../../auth/SessionProvider.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { withoutSession } from '../../graphql/without-session.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import type { ProviderProof } from '../identities/proof.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Form } from '../../ui/Form.tsx'
import { NameFields } from '../../ui/NameFields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { notifyMembership } from './provider-session.ts'
import { TermsCheckbox } from './TermsCheckbox.tsx'
import { describeInvitation, type Invitation } from './useInvitation.ts'
import { Welcome } from './Welcome.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const signUpMutation = graphql(`
  mutation NewUserForm_SignUp($input: SignUpByProviderInput!) {
    signUpByProvider(input: $input) {
      ...ProviderSession_Payload
    }
  }
`)

interface NewUserFormProps {
  proof: ProviderProof
  /** The invitation that was followed. */
  invitation: Invitation | undefined
  /** The page to go to at the end. */
  to: string
}

/** Creates a user who signs in with a provider, and an account. */
export function NewUserForm({ proof, invitation, to }: NewUserFormProps) {
  const session = useSession()
  const [signedUp, setSignedUp] = useState(false)
  const { provider, token } = proof
  const form = useForm({
    initialValues: {
      firstName: proof.firstName ?? '',
      lastName: proof.lastName ?? '',
      email: proof.email ?? invitation?.email ?? '',
      acceptTerms: false,
    },
    validate: {
      firstName: isNotEmpty('Enter your first name'),
      lastName: isNotEmpty('Enter your last name'),
      email: isNotEmpty('Enter your email'),
      acceptTerms: (value) => (value ? null : termsNotAccepted),
    },
  })
  const signUp = useFormAction(form, signUpMutation, withoutSession)
  if (signedUp) return <Welcome firstName={form.values.firstName} invitation={invitation} to={to} />

  const submit = form.onSubmit(async (values) => {
    const input = { ...values, proof: token, inviteToken: invitation?.token, tokenDelivery: 'COOKIE' } as const
    const answer = await signUp.run({ input })
    if (!answer) return
    setSignedUp(true)
    session.signIn(answer.signUpByProvider.session)
    notifyMembership(answer.signUpByProvider)
  })

  return (
    <EntryLayout title="Create your account">
      {invitation && <Notice tone="info">{describeInvitation(invitation)}</Notice>}
      <Text size="sm" c="dimmed">
        You sign in with {provider.label} from now on, without a password.
      </Text>
      <Form onSubmit={submit} action={signUp} submitLabel="Create account" wide>
        <NameFields first={form.getInputProps('firstName')} last={form.getInputProps('lastName')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          disabled={proof.email !== null || invitation !== undefined}
          {...form.getInputProps('email')}
        />
        <TermsCheckbox {...form.getInputProps('acceptTerms', { type: 'checkbox' })} />
      </Form>
      <Text size="sm" c="dimmed">
        Have you signed up before? <TextLink to={webPaths.signIn}>Sign in as before</TextLink>, and link{' '}
        {provider.label} on your profile.
      </Text>
    </EntryLayout>
  )
}
