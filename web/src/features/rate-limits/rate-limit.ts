import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const rateLimitFragment = graphql(`
  fragment RateLimit_RateLimit on RateLimit {
    name
    limit
    burst
    current
    peak
  }
`)

export type RateLimit = ResultOf<typeof rateLimitFragment>
