import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const todayFragment = graphql(`
  fragment Today_Account on Account {
    usageTotals(from: $yesterday, to: $today) {
      ...Traffic_Total
    }
  }
`)

/** Today's traffic beside yesterday's. Undefined while it loads. */
export function TodayPanel({ account }: { account: ResultOf<typeof todayFragment> | undefined }) {
  const titleId = useId()
  const [yesterday, today] = account?.usageTotals ?? []
  const compare = (key: 'apiRequests' | 'failedRequests' | 'dataInBytes' | 'dataOutBytes', format = formatCount) => ({
    value: today && format(today[key]),
    note: yesterday && `yesterday ${format(yesterday[key])}`,
  })
  return (
    <section aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        Today
      </Title>
      <Text size="sm" c="dimmed" mt={2} mb="sm">
        Since midnight UTC, compared with all of yesterday. <TextLink to={webPaths.networkTransfer}>More days</TextLink>
      </Text>
      <StatStrip
        stats={[
          { label: 'Requests', ...compare('apiRequests') },
          { label: 'Failed', ...compare('failedRequests') },
          { label: 'Data Out', ...compare('dataOutBytes', formatBytes) },
          { label: 'Data In', ...compare('dataInBytes', formatBytes) },
        ]}
      />
    </section>
  )
}
