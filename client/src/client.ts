import * as operations from './operations.generated.ts'
import { type ClientOptions, createRequest, type Request, type TypedDocument } from './request.ts'

/** What each ready-made operation takes and returns. */
type Run<Document> =
  Document extends TypedDocument<infer Result, infer Variables>
    ? (variables: Variables, options?: { signal?: AbortSignal }) => Promise<Result>
    : never

/** The API, to a program with an API key. */
export interface CulvertClient {
  /** Runs an operation of the program's own. */
  request: Request
  /** The account itself. READ_ACCOUNT. */
  account: Run<typeof operations.ReadAccountDocument>
  /** A part of the gateways, newest first. READ_ACCOUNT. */
  gateways: Run<typeof operations.ReadGatewaysDocument>
  /** One gateway. READ_ACCOUNT. */
  gateway: Run<typeof operations.ReadGatewayDocument>
  /** A part of the agents, newest first. READ_ACCOUNT. */
  agents: Run<typeof operations.ReadAgentsDocument>
  /** One agent. READ_ACCOUNT. */
  agent: Run<typeof operations.ReadAgentDocument>
  /** A part of the domains, newest first. READ_ACCOUNT. */
  domains: Run<typeof operations.ReadDomainsDocument>
  /** One domain. READ_ACCOUNT. */
  domain: Run<typeof operations.ReadDomainDocument>
  /** What was carried, by period and gateway. READ_USAGE. */
  usage: Run<typeof operations.ReadUsageDocument>
  /** A page of recorded requests, newest first. READ_REQUESTS. */
  requests: Run<typeof operations.ReadRequestsDocument>
  /** Has a recorded request sent once more. REPLAY_REQUESTS. */
  replayRequest: Run<typeof operations.ReplayRecordedDocument>
}

/** Makes a client of one installation. It opens nothing, and needs no closing. */
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

/** A part of a list, as every connection has it. */
interface Part<Node> {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** Goes over all rows of a connection, part by part: `read` gets the cursor to go on from, undefined at first. */
export async function* walk<Node>(read: (after: string | undefined) => Promise<Part<Node>>): AsyncGenerator<Node> {
  let after: string | undefined
  for (;;) {
    const { nodes, pageInfo } = await read(after)
    yield* nodes
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return
    after = pageInfo.endCursor
  }
}
