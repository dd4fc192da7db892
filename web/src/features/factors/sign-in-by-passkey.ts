import type { ApolloClient } from '@apollo/client'
import type { Session } from '../../auth/session.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { withoutSession } from '../../graphql/without-session.ts'
import { answerChallenge } from './browser-passkeys.ts'

const beginMutation = graphql(`
  mutation PasskeySignIn_Begin {
    beginPasskeySignIn {
      challenge {
        challengeId
        options
      }
    }
  }
`)

const signInMutation = graphql(`
  mutation PasskeySignIn_SignIn($input: SignInInput!) {
    signIn(input: $input) {
      session {
        ...Session_Session
      }
    }
  }
`)

/** Signs in with one of the reader's passkeys. Rejects with an error that gives the reason. */
export async function signInByPasskey(client: ApolloClient, rememberMe: boolean): Promise<Session> {
  const begun = await client.mutate({ mutation: beginMutation, ...withoutSession })
  if (!begun.data) throw new Error('beginPasskeySignIn answered without a challenge.')
  const { challengeId, options: asked } = begun.data.beginPasskeySignIn.challenge
  const passkey = { challengeId, response: await answerChallenge(asked) }
  const input = { passkey, rememberMe, tokenDelivery: 'COOKIE' as const }
  const { data } = await client.mutate({ mutation: signInMutation, variables: { input }, ...withoutSession })
  if (!data) throw new Error('signIn answered without a session.')
  return data.signIn.session
}
