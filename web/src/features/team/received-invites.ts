import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

export const receivedInvitesQuery = graphql(`
  query ReceivedInvites_Query {
    viewer {
      user {
        id
        email
        emailVerifiedAt
      }
      invites {
        inviteId
        token
        accountName
        accountNamespace
        invitedByName
        role
        expiresAt
      }
    }
  }
`)

export type ReceivedInvite = ResultOf<typeof receivedInvitesQuery>['viewer']['invites'][number]
