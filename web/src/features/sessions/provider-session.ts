import type { ResultOf } from '@graphql-typed-document-node/core'
import { rememberAccountId } from '../../auth/active-account-id.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { notify } from '../../ui/notify.ts'

const payloadFragment = graphql(`
  fragment ProviderSession_Payload on ProviderSessionPayload {
    session {
      ...Session_Session
    }
    joinedAccount {
      id
      name
    }
    joinRefusal
  }
`)

type Payload = ResultOf<typeof payloadFragment>

/** Tells a person who has signed in with a provider what became of their membership by single sign-on. */
export function notifyMembership({ joinedAccount, joinRefusal }: Payload): void {
  if (joinRefusal !== null) notify(joinRefusal)
  if (joinedAccount === null) return
  rememberAccountId(joinedAccount.id)
  notify(`You are now a member of ${joinedAccount.name}.`)
}
