import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const identityFragment = graphql(`
  fragment IdentityPanel_Identity on Identity {
    id
    provider {
      ...Provider_SignInProvider
    }
    name
    createdAt
    lastUsedAt
  }
`)

/** The identity by which a provider knows the viewer. */
export type Identity = ResultOf<typeof identityFragment>
