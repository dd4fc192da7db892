import { webPaths } from '@culvert/schema/web-paths'
import { isNotEmpty, useForm } from '@mantine/form'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../../auth/SessionProvider.tsx'
import { findErrorField, getErrorText } from '../../graphql/errors.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { withoutSession } from '../../graphql/without-session.ts'
import { useAction } from '../../graphql/useAction.ts'
import { CodeField } from '../factors/CodeField.tsx'
import { toCode } from '../factors/codes.ts'
import type { ProviderProof } from '../identities/proof.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Form } from '../../ui/Form.tsx'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { useOnce } from '../../ui/useOnce.ts'
import { ProviderFailure } from './ProviderFailure.tsx'
import { notifyMembership } from './provider-session.ts'
import { useAskedFactors } from './useAskedFactors.ts'

const signInMutation = graphql(`
  mutation ProviderSignIn_SignIn($input: SignInByProviderInput!) {
    signInByProvider(input: $input) {
      ...ProviderSession_Payload
    }
  }
`)

interface ProviderSignInProps {
  proof: ProviderProof
  rememberMe: boolean
  /** The page to go to at the end. */
  to: string
}

/** Signs in with a provider's assertion, and with a code if the server asks for one. */
export function ProviderSignIn({ proof, rememberMe, to }: ProviderSignInProps) {
  const session = useSession()
  const navigate = useNavigate()
  const { factors, isAsked, noteError } = useAskedFactors()
  const form = useForm({ initialValues: { code: '' }, validate: { code: isNotEmpty('Enter a code') } })
  const signIn = useAction(signInMutation, {
    ...withoutSession,
    onError: (error) => {
      noteError(error)
      if (findErrorField(error) === 'code') form.setFieldError('code', getErrorText(error))
    },
  })
  const run = async (code?: string) => {
    const input = { proof: proof.token, rememberMe, tokenDelivery: 'COOKIE' } as const
    const answer = await signIn.run({ input: code === undefined ? input : { ...input, code: toCode(code) } })
    if (!answer) return
    session.signIn(answer.signInByProvider.session)
    notifyMembership(answer.signInByProvider)
    await navigate(to, { replace: true })
  }
  useOnce(() => void run())

  if (factors) {
    return (
      <EntryLayout title="Enter a code">
        <Form
          onSubmit={form.onSubmit(({ code }) => void run(code))}
          action={{ ...signIn, errorText: isAsked || form.errors['code'] ? undefined : signIn.errorText }}
          submitLabel="Sign in"
          wide
          requested
        >
          <CodeField factors={factors} {...form.getInputProps('code')} />
        </Form>
      </EntryLayout>
    )
  }
  if (signIn.errorText === undefined) return <LoadingScreen label="Signing you in" />
  return <ProviderFailure title="You are not signed in" text={signIn.errorText} to={webPaths.signIn} />
}
