import { webPaths } from '@culvert/schema/web-paths'
import type { ReactNode } from 'react'
import { getAgentName } from '../agents/agent-name.ts'
import type { RequestAnswerer } from '../../graphql/generated/graphql.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { FactList, type Fact } from '../../ui/FactList.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import type { RequestDetail, RequestTunnels } from './request.ts'

const answerers: Record<RequestAnswerer, string> = { APP: 'Your app', EDGE: 'The edge', NOBODY: 'Nobody' }

/** Where a request came in; each field is undefined if it is gone, or never existed. */
export interface RequestTunnel {
  agent: RequestTunnels['active']['nodes'][number] | undefined
  gateway: RequestTunnels['gateways'][number] | undefined
}

/** Shows what the edge recorded of a request. */
export function RequestFacts({ request, tunnel }: { request: RequestDetail; tunnel: RequestTunnel }) {
  return <FactList facts={listFacts(request, tunnel)} />
}

function listFacts(request: RequestDetail, { agent, gateway }: RequestTunnel): Fact[] {
  const { id, code, method, hostname, path, httpVersion, visitorAddress, userAgent, agentId, gatewayId } = request
  const facts: [name: string, value: ReactNode][] = [
    ['Answered by', answerers[request.answeredBy]],
    [
      'Code',
      code && (
        <TextLink key="code" to={`${webPaths.docs}/errors#answers-of-the-edge`}>
          {code}
        </TextLink>
      ),
    ],
    ['Method', <code key="method">{method}</code>],
    ['Host', <CopyableValue key="host" value={hostname} label="host" />],
    ['Path', <CopyableValue key="path" value={path} label="path" />],
    ['Protocol', `HTTP/${httpVersion}`],
    ['Received', formatBytes(request.bytesIn)],
    ['Sent', `${formatBytes(request.bytesOut)}${request.isComplete ? '' : ', incomplete'}`],
    ['WebSocket messages', describeMessages(request)],
    ['Visitor', visitorAddress && <CopyableValue key="visitor" value={visitorAddress} label="visitor's address" />],
    ['User agent', userAgent],
    [
      'Gateway',
      gatewayId && (
        <TextLink key="gateway" to={`${webPaths.gateways}/${gatewayId}`}>
          {gateway?.name ?? gatewayId}
        </TextLink>
      ),
    ],
    [
      'Agent',
      agentId && (
        <TextLink key="agent" to={`${webPaths.agents}/${agentId}`}>
          {agent ? getAgentName(agent) : `${getAgentName({ id: agentId, name: null })}, ended`}
        </TextLink>
      ),
    ],
    ['Request id', <CopyableValue key="id" value={id} label="request id" />],
  ]
  return facts.map(([name, value]) => ({ name, value }))
}

function describeMessages({ messagesIn, messagesOut }: RequestDetail): string | undefined {
  if (messagesIn === null || messagesOut === null) return undefined
  return `${formatCount(messagesIn)} received, ${formatCount(messagesOut)} sent`
}
