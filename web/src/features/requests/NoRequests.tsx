import { webPaths } from '@culvert/schema/web-paths'
import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { AgentCommand } from '../install/AgentCommand.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatShortDateTime } from '../../ui/format.ts'
import { IconHide, IconRequests, IconSearch } from '../../ui/icons.ts'
import { hasFilter, useClearFilter } from './filter.ts'
import type { RecordingAccount } from './RecordingPanel.tsx'
import type { RequestTunnels } from './request.ts'
import { toCurl } from './to-curl.ts'
import type { Requests } from './useRequestList.ts'
import { TextLink } from '../../ui/TextLink.tsx'

interface NoRequestsProps {
  /** Undefined while it loads. */
  account: (RequestTunnels & RecordingAccount) | undefined
  searchFurther: Requests['searchFurther']
}

/** Shows why no request is listed, and what to do. */
export function NoRequests({ account, searchFurther }: NoRequestsProps) {
  const [parameters] = useSearchParams()
  const clear = useClearFilter()
  if (hasFilter(parameters)) {
    return (
      <EmptyState
        icon={IconSearch}
        title="No request matches the filters"
        description={
          searchFurther
            ? `Nothing matches back to ${formatShortDateTime(searchFurther.searchedTo)}.`
            : 'Change a filter to see others.'
        }
      >
        <div style={{ textAlign: 'center' }}>
          {searchFurther && (
            <Button size="xs" mr="xs" onClick={searchFurther.run}>
              Search further back
            </Button>
          )}
          <Button size="xs" variant="default" onClick={clear}>
            Clear the filters
          </Button>
        </div>
      </EmptyState>
    )
  }
  if (account?.requestRecording.isOn === false) {
    return (
      <EmptyState
        icon={IconHide}
        title="Requests are not recorded"
        description="Turn on recording below to see requests from then on."
      />
    )
  }
  const agent = account?.active.nodes[0]
  if (account && !agent) {
    return (
      <EmptyState
        icon={IconRequests}
        title="No requests yet"
        description={
          <>
            They appear here as they come in. Start an agent first, or follow{' '}
            <TextLink to={webPaths.gettingStarted}>Getting Started</TextLink>.
          </>
        }
      >
        <AgentCommand gateway={account.gateways[0]?.name} />
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={IconRequests}
      title="No requests yet"
      description="They appear here as they come in. Make the first one:"
    >
      {agent && (
        <CodeBlock command={toCurl({ method: 'GET', hostname: agent.assignedDomain, path: '/' }, agent.publicUrl)} />
      )}
    </EmptyState>
  )
}
