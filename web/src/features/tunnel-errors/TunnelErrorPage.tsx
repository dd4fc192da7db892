import { useQuery } from '@apollo/client/react'
import { webPaths } from '@culvert/schema/web-paths'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router-dom'
import { AgentCommand } from '../install/AgentCommand.tsx'
import { getAgentName } from '../agents/agent-name.ts'
import { findErrorCode } from '../../graphql/errors.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useSteady } from '../../graphql/useSteady.ts'
import { Screen } from '../site/Screen.tsx'
import { useTitle } from '../site/useSite.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { IconExternal } from '../../ui/icons.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { MessageScreen } from '../../ui/MessageScreen.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { When } from '../../ui/When.tsx'
import { useRequestOwner } from '../requests/useRequestOwner.ts'
import { ConnectionCheck } from '../diagnostics/ConnectionCheck.tsx'
import { FailureNotice } from '../diagnostics/FailureNotice.tsx'
import { hopNames } from '../diagnostics/hops.ts'
import type { CheckTarget } from '../diagnostics/useConnectionCheck.ts'
import { TextLink } from '../../ui/TextLink.tsx'

const pageQuery = graphql(`
  query TunnelErrorPage_Query($report: String!) {
    tunnelError(report: $report) {
      failure {
        ...TunnelFailure_Failure
      }
      hop
      hostname
      url
      method
      path
      agent {
        id
        name
        status
        forwardingTo
      }
      gateway {
        id
        name
      }
    }
    viewer {
      memberships {
        id
        account {
          id
        }
      }
    }
  }
`)

const tabTitle = 'Why a request failed'

/** Explains an error page that a visitor saw to the members of the tunnel's account. */
export function TunnelErrorPage() {
  useTitle(tabTitle)
  const report = useSearchParams()[0].get('report') ?? ''
  const { data, error, refetch } = useSteady(useQuery(pageQuery, { variables: { report } }))
  if (data) {
    const accounts = data.viewer.memberships.map(({ account }) => account)
    return <TunnelErrorDetails error={data.tunnelError} accounts={accounts} />
  }
  if (!error) return <LoadingPanel />
  if (findErrorCode(error) === 'NOT_FOUND') return <NoSuchError />
  return <QueryError what="the error" error={error} onRetry={() => void refetch()} />
}

function NoSuchError() {
  return (
    <MessageScreen
      framed
      title="No such error"
      description="The link is older than 24 hours, or the tunnel belongs to an account that you are not a member of."
    >
      <Button component={Link} to={webPaths.agents}>
        Go to your agents
      </Button>
    </MessageScreen>
  )
}

type TunnelError = ResultOf<typeof pageQuery>['tunnelError']

interface TunnelErrorDetailsProps {
  error: TunnelError
  /** The reader's accounts. */
  accounts: readonly { id: string }[]
}

function TunnelErrorDetails({ error, accounts }: TunnelErrorDetailsProps) {
  const { failure, hop, hostname, url, method, path, agent, gateway } = error
  const target = findTarget(error)
  const isRecorded = Boolean(useRequestOwner(failure.requestId, accounts))
  return (
    <Screen
      title="Why this request failed"
      tabTitle={tabTitle}
      description={<code>{hostname}</code>}
      actions={
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternal size={17} aria-hidden />}
        >
          Try again
        </Button>
      }
    >
      <FailureNotice failure={failure} />
      {hop === 'AGENT' && (
        <Panel title="Start your agent">
          <AgentCommand gateway={gateway?.name} />
        </Panel>
      )}
      <Panel
        title="The request"
        aside={
          isRecorded && (
            <Button component={Link} size="xs" variant="default" to={`${webPaths.requests}/${failure.requestId}`}>
              Open in Requests
            </Button>
          )
        }
      >
        <FactList
          facts={[
            { name: 'When', value: <When iso={failure.occurredAt} as="time" /> },
            { name: 'Method', value: <code>{method}</code> },
            { name: 'Path', value: <code>{path}</code> },
            { name: 'Stopped at', value: hopNames[hop] },
            {
              name: 'Code',
              value: <TextLink to={`${webPaths.docs}/errors`}>{failure.code}</TextLink>,
            },
            { name: 'Request id', value: <CopyableValue value={failure.requestId} label="request id" /> },
            { name: 'Agent', value: agent ? getAgentName(agent) : 'None' },
            { name: 'Forwards to', value: agent && <code>{agent.forwardingTo}</code> },
          ]}
        />
      </Panel>
      {target && (
        <Panel title="The connection now" description="Follows a visitor's request hop by hop.">
          <ConnectionCheck target={target} />
        </Panel>
      )}
    </Screen>
  )
}

/** Returns the target of a new check: the agent may have ended since. */
function findTarget({ agent, gateway }: TunnelError): CheckTarget | undefined {
  if (agent?.status === 'active') return { kind: 'agent', id: agent.id }
  return gateway ? { kind: 'gateway', id: gateway.id } : undefined
}
