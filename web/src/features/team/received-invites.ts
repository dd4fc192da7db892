import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const receivedInviteFragment = graphql(`
  fragment ReceivedInvites_Invite on ReceivedInvite {
    inviteId
    token
    accountName
    accountNamespace
    invitedByName
    role
    expiresAt
  }
`)

export type ReceivedInvite = ResultOf<typeof receivedInviteFragment>

export const receivedInvitesQuery = graphql(`
  query ReceivedInvites_Query {
    viewer {
      user {
        id
        email
        emailVerifiedAt
      }
      invites {
        ...ReceivedInvites_Invite
      }
    }
  }
`)
