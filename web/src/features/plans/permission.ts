import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const permissionFragment = graphql(`
  fragment Permission_Permission on Permission {
    allowed
    refusal {
      reason
      title
      text
    }
  }
`)

/** Whether the viewer may do something now, and the API's explanation if they may not. */
export type Permission = ResultOf<typeof permissionFragment>
