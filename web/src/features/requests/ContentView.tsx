import type { RequestDetail as ExchangeDetail } from '@culvert/agent/inspection'
import { Button, Skeleton, Stack } from '@mantine/core'
import { Exchange } from '../../exchanges/Exchange.tsx'
import { QueryError } from '../../graphql/QueryError.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { RequestContent } from './request-content.ts'
import type { AskedContent } from './useRequestContent.ts'
import classes from './Requests.module.css'

interface ContentViewProps {
  content: AskedContent
  /** The content of the request; undefined if there is nothing to show. */
  exchange: ExchangeDetail | undefined
}

/** Shows the content of a request and its answer, or why it cannot be shown and what to do. */
export function ContentView({ content: { result, error, isAsking, ask }, exchange }: ContentViewProps) {
  const again = (
    <Button size="xs" variant="default" loading={isAsking} onClick={ask}>
      Ask again
    </Button>
  )
  if (error !== undefined) return <QueryError what="the request's contents" error={error} onRetry={ask} />
  if (result === undefined) return <Skeleton height={180} aria-label="Loading" />
  if (result === null) return null
  const { content, absence, explanation } = result
  return (
    <Stack gap="0.75rem">
      {absence && (
        <Notice
          tone="info"
          title="Header fields and bodies cannot be shown"
          action={absence === 'AGENT_UNREACHABLE' && again}
        >
          {explanation} The cURL command has only the method and the URL.
        </Notice>
      )}
      {exchange?.state === 'open' && (
        <Notice tone="info" action={again}>
          The request was still open when the agent was asked.
        </Notice>
      )}
      {exchange?.failure && <Notice tone="danger">{exchange.failure}</Notice>}
      {exchange && <Exchange detail={exchange} />}
      <p className={classes.soft}>{describeStorage(content)}</p>
    </Stack>
  )
}

/** Explains where bodies and header fields are kept, and which parts of them are sent here. */
function describeStorage(content: RequestContent | null): string {
  const rule =
    "Bodies and header fields stay on the agent's machine. Secrets are removed there, before anything is sent here."
  if (!content?.share) return rule
  const { sharedBy, expiresAt } = content.share
  const who = sharedBy === '' ? 'Somebody' : sharedBy
  const copy = `${who} shared a copy, which is kept here until ${formatDateTime(expiresAt)}`
  return content.source === 'AGENT' ? `${rule} ${copy}.` : `${rule} ${copy}: this is it.`
}
