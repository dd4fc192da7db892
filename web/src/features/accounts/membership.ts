import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const membershipFragment = graphql(`
  fragment ActiveAccount_Membership on Membership {
    id
    role
    account {
      ...ActiveAccount_Account
    }
  }

  fragment ActiveAccount_Account on Account {
    id
    name
    namespace
    suspension {
      reason
      since
    }
    viewerCanInvite
    viewerCanManageAgentTokens
    viewerCanManageApiKeys
    viewerCanManageGateways
    viewerCanManageWebhooks
    viewerCanSeeAuditLog
    viewerCanSeeInvoices
    plan {
      id
      name
    }
  }
`)

/** The viewer's membership in an account, with what the dashboard's layout shows of it. */
export type Membership = ResultOf<typeof membershipFragment>

/** The viewer with their accounts. */
export const viewerQuery = graphql(`
  query ActiveAccount_Viewer {
    viewer {
      user {
        id
        email
        fullName
        locale
      }
      memberships {
        ...ActiveAccount_Membership
      }
      closedMemberships {
        id
        account {
          id
          name
        }
      }
    }
  }
`)
