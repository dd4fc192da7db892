import { useSubscription } from '@apollo/client/react'
import { graphql } from '../graphql/generated/gql.ts'

const viewerChangedSubscription = graphql(`
  subscription LiveViewer_Changed {
    viewerChanged {
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

/** Keeps the invitations addressed to the viewer live, whichever account is open. */
export function useLiveViewer(): void {
  useSubscription(viewerChangedSubscription, { ignoreResults: true })
}
