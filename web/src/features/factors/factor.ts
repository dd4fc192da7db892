import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'
import type { FactorKind } from '../../graphql/generated/graphql.ts'

const factorFragment = graphql(`
  fragment FactorPanel_Factor on Factor {
    id
    kind
    name
    createdAt
    lastUsedAt
  }
`)

/** A second factor of the viewer. */
export type Factor = ResultOf<typeof factorFragment>

/** The name of each kind of factor. */
export const factorKinds: Record<FactorKind, string> = { TOTP: 'Authenticator app', PASSKEY: 'Passkey' }
