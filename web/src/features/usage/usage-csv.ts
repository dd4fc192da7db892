import type { ApolloClient } from '@apollo/client'
import { graphql } from '../../graphql/generated/gql.ts'
import { writePages, type CsvColumn, type CsvFile, type CsvProgress } from '../../ui/csv.ts'
import type { TrafficMetric } from './traffic.ts'

const csvQuery = graphql(`
  query UsageCsv_Query($accountId: ID!, $from: Date!, $to: Date!) {
    account(id: $accountId) {
      id
      usageMetrics(from: $from, to: $to, step: DAY) {
        ...Traffic_Metric
      }
    }
  }
`)

/** How many days are requested at once: the API refuses answers with many rows. */
const daysOfPage = 7
const dayMs = 24 * 60 * 60 * 1000

const columns: CsvColumn<TrafficMetric>[] = [
  { title: 'Day (UTC)', value: ({ date }) => date },
  { title: 'Gateway', value: ({ gateway }) => gateway?.name ?? 'Random hostnames' },
  { title: 'Hostname', value: ({ gateway }) => gateway?.subdomain },
  { title: 'Requests', value: ({ apiRequests }) => apiRequests },
  { title: 'Failed requests', value: ({ failedRequests }) => failedRequests },
  { title: 'Bytes in', value: ({ dataInBytes }) => dataInBytes },
  { title: 'Bytes out', value: ({ dataOutBytes }) => dataOutBytes },
  { title: 'Gateway id', value: ({ gateway }) => gateway?.id },
]

/** Writes the traffic of each gateway on each day of a range, oldest first. */
export function writeUsage(
  client: ApolloClient,
  { accountId, from, to }: { accountId: string; from: string; to: string },
  progress: CsvProgress,
): Promise<CsvFile> {
  return writePages<TrafficMetric, string>(columns, progress, async (first = from) => {
    const last = addDays(first, daysOfPage - 1)
    const variables = { accountId, from: first, to: last < to ? last : to }
    const { data } = await client.query({ query: csvQuery, variables, fetchPolicy: 'no-cache' })
    return { rows: data?.account.usageMetrics ?? [], next: last < to ? addDays(last, 1) : undefined }
  })
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}
