import { webPaths } from '@culvert/schema/web-paths'
import { Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { ConnectionDialog } from '../diagnostics/ConnectionDialog.tsx'
import { FailureNotice } from '../diagnostics/FailureNotice.tsx'
import { toCurl, toFetch, toHar } from '../../exchanges/copy-as.ts'
import { CopyAs } from '../../exchanges/CopyAs.tsx'
import { ReplayButtons } from '../../exchanges/ReplayButtons.tsx'
import { ReplayOutcome } from '../../exchanges/ReplayOutcome.tsx'
import { findObstacle, useReplay } from '../../exchanges/useReplay.ts'
import { useSite } from '../site/useSite.ts'
import { formatExactTime } from '../../ui/format.ts'
import { CopyTextButton } from '../../ui/CopyTextButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useOfferedAction } from '../../ui/page-actions.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ContentView } from './ContentView.tsx'
import { findStatusLook } from './looks.ts'
import { toExchange } from './request-content.ts'
import { useRoleObstacle } from './useRoleObstacle.ts'
import { RequestFacts } from './RequestFacts.tsx'
import type { RequestDetail, RequestTunnels } from './request.ts'
import { ShareButtons } from './ShareButtons.tsx'
import { TimingBar } from './TimingBar.tsx'
import { toCurl as toBareCurl, toOrigin } from './to-curl.ts'
import type { AskedContent } from './useRequestContent.ts'
import { useSendReplay } from './useSendReplay.ts'
import classes from './Requests.module.css'
import { TextLink } from '../../ui/TextLink.tsx'

interface RequestDetailsProps {
  request: RequestDetail
  /** Undefined while it loads. */
  account: RequestTunnels | undefined
  content: AskedContent
}

/** Shows what is known about a request, and what can be done with it. */
export function RequestDetails({ request, account, content }: RequestDetailsProps) {
  const [isChecking, setChecking] = useState(false)
  const accountId = useActiveAccount().membership.account.id
  const exampleUrl = useSite()?.exampleUrl ?? location.origin
  const navigate = useNavigate()
  const { search } = useLocation()
  const { failure, hostname } = request
  const held = content.result?.content
  const exchange = useMemo(() => (held ? toExchange(request, held) : undefined), [request, held])
  const replay = useReplay(useSendReplay(accountId, request.id))
  const obstacle = useReplayObstacle(account, content, exchange)
  useOfferedAction(
    obstacle === undefined && !replay.isSending
      ? { label: 'Replay', detail: `${request.method} ${request.path}`, run: replay.run }
      : undefined,
  )

  const agent = account?.active.nodes.find(({ id }) => id === request.agentId)
  const gateway = account?.gateways.find(({ id }) => id === request.gatewayId)
  const origin = toOrigin(hostname, gateway?.publicUrl ?? agent?.publicUrl ?? exampleUrl)
  const target = agent
    ? ({ kind: 'agent', id: agent.id } as const)
    : gateway && ({ kind: 'gateway', id: gateway.id } as const)
  return (
    <>
      <Group gap="0.5rem">
        <StatusBadge {...findStatusLook(request)} />
        <span className={classes.soft}>{formatExactTime(request.startedAt)}</span>
      </Group>
      {request.replayOf && <ReplayNote request={request} search={search} />}
      {failure && <FailureNotice failure={failure} />}
      {!failure && request.reason && <Notice tone="warning">{request.reason}</Notice>}
      {request.answeredBy === 'NOBODY' && <Notice tone="info">The visitor gave up before an answer began.</Notice>}
      <Group gap="0.5rem">
        {/* A request that the app did not answer can be sent to it once it is up, if the agent kept it. */}
        {(request.answeredBy !== 'EDGE' || exchange) && <ReplayButtons replay={replay} obstacle={obstacle} />}
        <CopyAs
          texts={
            exchange
              ? {
                  'cURL (bash)': () => toCurl(exchange, origin),
                  fetch: () => toFetch(exchange, origin),
                  HAR: () => toHar(exchange, origin),
                }
              : { 'cURL (bash)': () => toBareCurl(request, origin) }
          }
        />
        {/* The link works for every member of the account. */}
        <CopyTextButton what="link" make={() => `${location.origin}${webPaths.requests}/${request.id}`} />
        {held && <ShareButtons accountId={accountId} request={request} content={held} onChange={content.ask} />}
        {failure && target && (
          <Button size="xs" variant="default" onClick={() => setChecking(true)}>
            Check connection
          </Button>
        )}
      </Group>
      {exchange && (
        <ReplayOutcome
          detail={exchange}
          replay={replay}
          onOpen={(answer) => void navigate({ pathname: `${webPaths.requests}/${answer.request.id}`, search })}
        />
      )}
      <TimingBar request={request} />
      <ContentView content={content} exchange={exchange} />
      <RequestFacts request={request} tunnel={{ agent, gateway }} />
      <ConnectionDialog
        item={isChecking ? target : undefined}
        title={() => `Connection of ${hostname}`}
        target={(checked) => checked}
        onClose={() => setChecking(false)}
      />
    </>
  )
}

/** Shows that a request is a replay, whose, and of which request. */
function ReplayNote({ request: { replayOf, replayedBy }, search }: { request: RequestDetail; search: string }) {
  return (
    <p className={classes.soft}>
      A replay{replayedBy && ` by ${replayedBy}`} of{' '}
      <TextLink size="xs" to={{ pathname: `${webPaths.requests}/${replayOf}`, search }}>
        an earlier request
      </TextLink>
      .
    </p>
  )
}

/** Returns why the request cannot be sent again now; undefined if it can. */
function useReplayObstacle(
  account: RequestTunnels | undefined,
  { result, error }: AskedContent,
  exchange: ReturnType<typeof toExchange> | undefined,
): string | undefined {
  const ofRole = useRoleObstacle(account)
  if (ofRole) return ofRole
  if (!account || (result === undefined && error === undefined)) return "Asking the agent for the request's contents…"
  if (!exchange) return "A replay needs the request's contents."
  if (result?.content?.source === 'SHARED_COPY')
    return 'A copy cannot be replayed: the agent no longer has the request.'
  return findObstacle(exchange)
}
