import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const teamAccountFragment = graphql(`
  fragment TeamAccount_Account on Account {
    id
    viewerCanInvite
    viewerCanInviteMember {
      ...Permission_Permission
    }
    viewerCanLeave
    viewerCanTransferOwnership
    plan {
      id
      maxTeamMembers
    }
    members {
      ...MemberTable_Member
    }
    invites {
      ...Invite_Invite
    }
  }
`)

export type TeamAccount = ResultOf<typeof teamAccountFragment>
