import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const providerFragment = graphql(`
  fragment Provider_SignInProvider on SignInProvider {
    id
    label
  }
`)

/** A provider with which people can sign in. */
export type Provider = ResultOf<typeof providerFragment>

const providersQuery = graphql(`
  query SignInProviders_Query {
    site {
      signInProviders {
        ...Provider_SignInProvider
      }
    }
  }
`)

const none: Provider[] = []

/** The providers of this installation; none while they load. */
export function useSignInProviders(): Provider[] {
  const { data } = useQuery(providersQuery, { fetchPolicy: 'cache-first', context: { withoutSession: true } })
  return data?.site.signInProviders ?? none
}
