import type { ApolloClient } from '@apollo/client'
import { graphql } from '../../graphql/generated/gql.ts'
import type { RequestFilter } from '../../graphql/generated/graphql.ts'
import { writePages, type CsvColumn, type CsvFile, type CsvProgress } from '../../ui/csv.ts'
import type { RequestDetail } from './request.ts'

const csvQuery = graphql(`
  query RequestsCsv_Query($accountId: ID!, $filter: RequestFilter, $first: Int!, $after: String) {
    account(id: $accountId) {
      id
      requests(filter: $filter, first: $first, after: $after) {
        nodes {
          ...RequestDetail_Request
        }
        endCursor
      }
    }
  }
`)

/** The most that the API returns at once. */
const pageSize = 200

const columns: CsvColumn<RequestDetail>[] = [
  { title: 'Time', value: ({ startedAt }) => startedAt },
  { title: 'Method', value: ({ method }) => method },
  { title: 'Host', value: ({ hostname }) => hostname },
  { title: 'Path', value: ({ path }) => path },
  { title: 'Status', value: ({ status }) => status },
  { title: 'Answered by', value: ({ answeredBy }) => answeredBy },
  { title: 'Error code', value: ({ code }) => code },
  { title: 'Complete', value: ({ isComplete }) => isComplete },
  { title: 'Duration (ms)', value: ({ durationMs }) => durationMs },
  { title: 'Waiting for the agent (ms)', value: ({ waitingMs }) => waitingMs },
  { title: 'First byte (ms)', value: ({ firstByteMs }) => firstByteMs },
  { title: 'Bytes in', value: ({ bytesIn }) => bytesIn },
  { title: 'Bytes out', value: ({ bytesOut }) => bytesOut },
  { title: 'WebSocket messages in', value: ({ messagesIn }) => messagesIn },
  { title: 'WebSocket messages out', value: ({ messagesOut }) => messagesOut },
  { title: 'HTTP version', value: ({ httpVersion }) => httpVersion },
  { title: 'Visitor', value: ({ visitorAddress }) => visitorAddress },
  { title: 'User agent', value: ({ userAgent }) => userAgent },
  { title: 'Agent id', value: ({ agentId }) => agentId },
  { title: 'Gateway id', value: ({ gatewayId }) => gatewayId },
  { title: 'Replay of', value: ({ replayOf }) => replayOf },
  { title: 'Request id', value: ({ id }) => id },
]

/** Writes the requests that match a filter, newest first. */
export function writeRequests(
  client: ApolloClient,
  { accountId, filter }: { accountId: string; filter: RequestFilter },
  progress: CsvProgress,
): Promise<CsvFile> {
  return writePages<RequestDetail, string>(columns, progress, async (after) => {
    const variables = { accountId, filter, first: pageSize, after }
    const { data } = await client.query({ query: csvQuery, variables, fetchPolicy: 'no-cache' })
    const page = data?.account.requests
    return { rows: page?.nodes ?? [], next: page?.endCursor ?? undefined }
  })
}
