import * as operations from './operations.generated.ts'
import { type ClientOptions, createRequest, type Request, type TypedDocument } from './request.ts'

/** The input and output types of each ready-made operation. */
type Run<Document> =
  Document extends TypedDocument<infer Result, infer Variables>
    ? (variables: Variables, options?: { signal?: AbortSignal }) => Promise<Result>
    : never

/** The API, for a program with an API key. */
export interface CulvertClient {
  /** Runs a custom operation. */
  request: Request
  /** The account itself. READ_ACCOUNT. */
  account: Run<typeof operations.ReadAccountDocument>
  /** Some of the gateways, newest first. READ_ACCOUNT. */
  gateways: Run<typeof operations.ReadGatewaysDocument>
  /** One gateway. READ_ACCOUNT. */
  gateway: Run<typeof operations.ReadGatewayDocument>
  /** Some of the agents, newest first. READ_ACCOUNT. */
  agents: Run<typeof operations.ReadAgentsDocument>
  /** One agent. READ_ACCOUNT. */
  agent: Run<typeof operations.ReadAgentDocument>
  /** Some of the domains, newest first. READ_ACCOUNT. */
  domains: Run<typeof operations.ReadDomainsDocument>
  /** One domain. READ_ACCOUNT. */
  domain: Run<typeof operations.ReadDomainDocument>
  /** The traffic, by period and gateway. READ_USAGE. */
  usage: Run<typeof operations.ReadUsageDocument>
  /** A page of recorded requests, newest first. READ_REQUESTS. */
  requests: Run<typeof operations.ReadRequestsDocument>
  /** Sends a recorded request again. REPLAY_REQUESTS. */
  replayRequest: Run<typeof operations.ReplayRecordedDocument>
}

/** Creates a client of one installation. It opens nothing, and need not be closed. */
export function createClient(options: ClientOptions): CulvertClient {
  const request = createRequest(options)
  const run =
    <Result, Variables>(document: TypedDocument<Result, Variables>) =>
    (variables: Variables, more?: { signal?: AbortSignal }) =>
      request(document, variables, more)
  return {
    request,
    account: run(operations.ReadAccountDocument),
    gateways: run(operations.ReadGatewaysDocument),
    gateway: run(operations.ReadGatewayDocument),
    agents: run(operations.ReadAgentsDocument),
    agent: run(operations.ReadAgentDocument),
    domains: run(operations.ReadDomainsDocument),
    domain: run(operations.ReadDomainDocument),
    usage: run(operations.ReadUsageDocument),
    requests: run(operations.ReadRequestsDocument),
    replayRequest: run(operations.ReplayRecordedDocument),
  }
}

/** Part of a list, in the form of every connection. */
interface Part<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** Iterates over all rows of a connection, part by part: `read` gets the cursor to continue from, initially undefined. */
export async function* walk<Node>(read: (after: string | undefined) => Promise<Part<Node>>): AsyncGenerator<Node> {
  let after: string | undefined
  for (;;) {
    const { nodes, pageInfo } = await read(after)
    yield* nodes
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return
    after = pageInfo.endCursor
  }
}
