import { useApolloClient, useQuery } from '@apollo/client/react'
import { Button, Modal, Stack, Text } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useState } from 'react'
import type { ProofRequest } from '../../auth/proof-requests.ts'
import { useSession } from '../../auth/SessionProvider.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { useSteps } from '../../graphql/useSteps.ts'
import { Form } from '../../ui/Form.tsx'
import { IconKey } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordInput } from '../../ui/PasswordInput.tsx'
import { CodeField } from './CodeField.tsx'
import { toCode } from './codes.ts'
import { ProviderConfirmation } from './ProviderConfirmation.tsx'

const methodsQuery = graphql(`
  query IdentityDialog_Query {
    viewer {
      hasPassword
      identities {
        id
        provider {
          ...Provider_SignInProvider
        }
      }
    }
  }
`)

const confirmMutation = graphql(`
  mutation IdentityDialog_Confirm($input: ConfirmIdentityInput!) {
    confirmIdentity(input: $input) {
      session {
        id
        assurance
        provenBy
      }
    }
  }
`)

const beginMutation = graphql(`
  mutation IdentityDialog_BeginPasskey {
    beginPasskeyConfirmation {
      challenge {
        challengeId
        options
      }
    }
  }
`)

/** Asks the signed-in person to prove who they are: by password or provider and code, or by passkey. */
export function IdentityDialog({ request: { factors, settle } }: { request: ProofRequest }) {
  const session = useSession()
  const client = useApolloClient()
  const hasFactor = factors.length > 0
  const { data, error } = useQuery(methodsQuery)
  /** A provider's assertion that still needs a code. */
  const [word, setWord] = useState<string>()
  // If the available methods cannot be read, the one that most people have is offered.
  const { hasPassword = true, identities = [] } = data?.viewer ?? {}
  const takesPassword = hasPassword && word === undefined
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (takesPassword ? isNotEmpty('Enter your password')(password) : null),
      code: (code) => (hasFactor ? isNotEmpty('Enter a code')(code) : null),
    },
  })
  const confirm = useFormAction(form, confirmMutation)
  const finish = () => {
    if (hasFactor) session.noteSecondFactor()
    settle(true)
  }
  const passkey = useSteps(async () => {
    confirm.reset()
    const begun = await client.mutate({ mutation: beginMutation, fetchPolicy: 'no-cache' })
    if (!begun.data) throw new Error('beginPasskeyConfirmation answered without a challenge.')
    const { challengeId, options } = begun.data.beginPasskeyConfirmation.challenge
    const { answerChallenge } = await import('./browser-passkeys.ts')
    const input = { passkey: { challengeId, response: await answerChallenge(options) } }
    await client.mutate({ mutation: confirmMutation, variables: { input } })
    finish()
  })
  const forget = () => {
    confirm.reset()
    passkey.reset()
  }
  const takeWord = async (providerProof: string) => {
    if (hasFactor) {
      setWord(providerProof)
      return
    }
    await client.mutate({ mutation: confirmMutation, variables: { input: { providerProof } } })
    finish()
  }
  const submit = form.onSubmit(async ({ password, code }) => {
    const first = word === undefined ? { password } : { providerProof: word }
    const input = hasFactor ? { ...first, code: toCode(code) } : first
    if (await confirm.run({ input })) finish()
  })
  if (!data && !error) return null

  return (
    <Modal opened onClose={() => settle(false)} title="Confirm your identity">
      <Stack>
        <Text>This needs a proof of your identity from the last 10 minutes.</Text>
        {factors.includes('PASSKEY') && (
          <>
            <Button
              variant="default"
              leftSection={<IconKey size={16} aria-hidden />}
              loading={passkey.pending}
              onClick={passkey.run}
            >
              Use a passkey
            </Button>
            {passkey.errorText && <Notice tone="danger">{passkey.errorText}</Notice>}
          </>
        )}
        <ProviderConfirmation providers={identities.map(({ provider }) => provider)} onWord={takeWord} />
        {(takesPassword || word !== undefined) && (
          <Form
            onSubmit={submit}
            action={{ ...confirm, reset: forget }}
            submitLabel="Confirm"
            wide
            requested={word !== undefined}
          >
            {takesPassword && (
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                data-autofocus
                {...form.getInputProps('password')}
              />
            )}
            {hasFactor && <CodeField factors={factors} {...form.getInputProps('code')} />}
          </Form>
        )}
      </Stack>
    </Modal>
  )
}
