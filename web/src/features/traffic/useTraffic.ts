import type { ResultOf } from '@graphql-typed-document-node/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import type { RequestFilter } from '../../graphql/generated/graphql.ts'
import { useFollowedQuery } from '../requests/useFollowedQuery.ts'
import { useParameter } from '../../ui/useParameter.ts'
import { defaultRange, ranges, type Range, type TrafficOf } from './traffic.ts'

const trafficQuery = graphql(`
  query Traffic_Query($accountId: ID!, $gatewayId: ID, $agentId: ID, $range: TrafficRange!, $failed: RequestFilter!) {
    account(id: $accountId) {
      id
      traffic(gatewayId: $gatewayId, agentId: $agentId, range: $range) {
        ...Traffic_Traffic
      }
      requests(filter: $failed, first: 5) {
        nodes {
          ...FailedRequest_Request
        }
      }
      requestRecording {
        isOn
        keptHours
      }
    }
  }

  fragment FailedRequest_Request on VisitorRequest {
    ...RequestRow_Request
    reason
    failure {
      ...TunnelFailure_Failure
    }
  }
`)

type TrafficAccount = ResultOf<typeof trafficQuery>['account']

export type FailedRequest = TrafficAccount['requests']['nodes'][number]

/** What is known about the traffic of a gateway or an agent. */
export interface TrafficView {
  of: TrafficOf
  range: Range
  /** Undefined while it loads. */
  account: TrafficAccount | undefined
  error: unknown
  reload: () => void
}

/** Reads the traffic of a gateway or an agent over the range in the address, and again as requests come in. */
export function useTraffic(of: TrafficOf): TrafficView {
  const accountId = useActiveAccount().membership.account.id
  const [name] = useParameter('range')
  const range = ranges.find((one) => one.name === name) ?? defaultRange
  const ids = of.kind === 'gateway' ? { gatewayId: of.id } : { agentId: of.id }
  const failed: RequestFilter = { ...ids, statusClasses: ['SERVER_ERROR'] }
  const { data, error, reload } = useFollowedQuery(trafficQuery, {
    variables: { accountId, ...ids, range: range.range, failed },
    filter: ids,
    pauseMs: range.pauseMs,
  })
  return { of, range, account: data?.account, error, reload }
}
