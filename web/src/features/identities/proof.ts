import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

/** Requests the provider's address for the browser to go to. */
export const beginMutation = graphql(`
  mutation ProviderProof_Begin($input: BeginProviderProofInput!) {
    beginProviderProof(input: $input) {
      url
    }
  }
`)

/** Submits the response with which a provider redirected back. */
export const completeMutation = graphql(`
  mutation ProviderProof_Complete($input: CompleteProviderProofInput!) {
    completeProviderProof(input: $input) {
      proof {
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
    }
  }
`)

/** A provider's assertion of a person's identity. */
export type ProviderProof = ResultOf<typeof completeMutation>['completeProviderProof']['proof']
