import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const proofFragment = graphql(`
  fragment ProviderProof_Proof on ProviderProof {
    token
    provider {
      ...Provider_SignInProvider
    }
    purpose
    subject
    email
    firstName
    lastName
  }
`)

/** A provider's assertion on who somebody is. */
export type ProviderProof = ResultOf<typeof proofFragment>

/** Asks for the address of a provider to which a browser goes. */
export const beginMutation = graphql(`
  mutation ProviderProof_Begin($input: BeginProviderProofInput!) {
    beginProviderProof(input: $input) {
      url
    }
  }
`)

/** Takes what a provider led back with. */
export const completeMutation = graphql(`
  mutation ProviderProof_Complete($input: CompleteProviderProofInput!) {
    completeProviderProof(input: $input) {
      proof {
        ...ProviderProof_Proof
      }
    }
  }
`)
