import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const requestRowFragment = graphql(`
  fragment RequestRow_Request on VisitorRequest {
    id
    startedAt
    method
    hostname
    path
    status
    answeredBy
    code
    isComplete
    durationMs
    bytesOut
    agentId
    replayOf
  }
`)

/** A request as shown in the list. */
export type RequestRow = ResultOf<typeof requestRowFragment>

const requestDetailFragment = graphql(`
  fragment RequestDetail_Request on VisitorRequest {
    ...RequestRow_Request
    httpVersion
    reason
    waitingMs
    firstByteMs
    bytesIn
    messagesIn
    messagesOut
    visitorAddress
    userAgent
    gatewayId
    replayedBy
    failure {
      ...TunnelFailure_Failure
    }
  }
`)

/** Everything that is recorded of a request. */
export type RequestDetail = ResultOf<typeof requestDetailFragment>

const requestPageFragment = graphql(`
  fragment RequestPage_Page on RequestPage {
    nodes {
      ...RequestRow_Request
    }
    startCursor
    endCursor
    searchedTo
  }
`)

/** A sequence of requests, newest first. */
export type RequestPage = ResultOf<typeof requestPageFragment>

const tunnelsFragment = graphql(`
  fragment RequestTunnels_Account on Account {
    id
    viewerCanReplayRequests
    authToken {
      id
    }
    gateways {
      ...GatewayTable_Gateway
    }
    active: agents(status: [active], pageSize: 1000) {
      nodes {
        ...AgentFields_Agent
      }
    }
  }
`)

/** Where an account's requests come in. */
export type RequestTunnels = ResultOf<typeof tunnelsFragment>
