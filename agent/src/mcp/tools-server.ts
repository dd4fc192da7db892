import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { messageOf } from '@culvert/program'
import { z } from 'zod'
import { Failure } from '../failure.ts'
import type { BodyDetail, FrameDetail, ReplayAnswer, RequestDetail } from '../inspection/api-types.ts'
import { version } from '../version.ts'

/** The operations on this machine's tunnels that are offered to coding agents. */
export interface Tools {
  /** Opens a tunnel. Throws Failure. */
  start(wanted: { app: string; gateway?: string; name?: string }): Promise<object>
  /** Ends a tunnel on this machine by its name. */
  stop(name: string): Promise<object>
  list(): Promise<object>
  /** The newest requests come first. */
  requests(filter: { tunnel?: string; limit: number }): Promise<object>
  request(id: string): Promise<RequestDetail>
  replay(id: string): Promise<ReplayAnswer>
}

const requestsMax = 100
const requestsDefault = 20
/** The longest body to return, in characters, and how many of all messages: more would fill an assistant's context. */
const shownBodyMax = 16_000

/** Speaks MCP on stdin and stdout until the client leaves or `signal` is aborted. */
export async function serveTools(tools: Tools, signal: AbortSignal): Promise<void> {
  const server = new McpServer({ name: 'culvert', version })
  server.registerTool(
    'start_tunnel',
    {
      description: 'Give an app on this machine a public URL. Returns the URL once it leads to the app.',
      inputSchema: {
        app: z.string().describe('the app: 3000, localhost:3000 or http://host:port'),
        gateway: z
          .string()
          .optional()
          .describe('a reserved gateway, so that the URL stays the same; random when left out'),
        name: z.string().optional().describe('what the tunnel is called on this machine'),
      },
    },
    (wanted) => answer(() => tools.start(wanted)),
  )
  server.registerTool(
    'stop_tunnel',
    {
      description: 'End a tunnel that is open on this machine.',
      inputSchema: { name: z.string().describe('its name, as list_tunnels shows it') },
      annotations: { destructiveHint: true },
    },
    ({ name }) => answer(() => tools.stop(name)),
  )
  server.registerTool(
    'list_tunnels',
    {
      description: 'List the tunnels that are open on this machine, with their public URLs.',
      annotations: { readOnlyHint: true },
    },
    () => answer(() => tools.list()),
  )
  server.registerTool(
    'list_requests',
    {
      description: 'List requests that visitors made through the tunnels of this machine, the newest first.',
      inputSchema: {
        tunnel: z.string().optional().describe('the name of a tunnel; all of them when left out'),
        limit: z.number().int().min(1).max(requestsMax).default(requestsDefault),
      },
      annotations: { readOnlyHint: true },
    },
    (filter) => answer(() => tools.requests(filter)),
  )
  server.registerTool(
    'get_request',
    {
      description: 'Show a request and its response: fields and bodies, with secrets taken out.',
      inputSchema: { id: z.string().describe('a request, as list_requests shows it') },
      annotations: { readOnlyHint: true },
    },
    ({ id }) => answer(async () => shortenDetail(await tools.request(id))),
  )
  server.registerTool(
    'replay_request',
    {
      description: 'Send a request to the app again. Returns the new answer; whatever the app does, it does again.',
      inputSchema: { id: z.string().describe('a request, as list_requests shows it') },
    },
    ({ id }) =>
      answer(async () => {
        const { request, omitted } = await tools.replay(id)
        return { request: shortenDetail(request), omitted }
      }),
  )
  const transport = new StdioServerTransport()
  const over = new Promise<void>((resolve) => {
    // The transport does not report that its client is gone.
    process.stdin.once('end', resolve).once('close', resolve)
    signal.addEventListener('abort', () => resolve())
  })
  await server.connect(transport)
  await over
  await server.close()
}

/** Answers with JSON, or with the reason for a failure, which the assistant can act on. */
async function answer(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await work()) }] }
  } catch (error) {
    const text =
      error instanceof Failure ? [error.message, error.why, error.remedy].join('\n').trim() : messageOf(error)
    return { content: [{ type: 'text', text }], isError: true }
  }
}

function shortenDetail(detail: RequestDetail): RequestDetail {
  const frames = takeFrames(detail.frames)
  return {
    ...detail,
    requestBody: shorten(detail.requestBody),
    responseBody: shorten(detail.responseBody),
    frames,
    framesDropped: detail.framesDropped + detail.frames.length - frames.length,
  }
}

/** Returns the first messages that have room. */
function takeFrames(frames: readonly FrameDetail[]): readonly FrameDetail[] {
  let length = 0
  const end = frames.findIndex(({ content }) => (length += content.length) > shownBodyMax)
  return end === -1 ? frames : frames.slice(0, end)
}

function shorten(body: BodyDetail): BodyDetail {
  if (body.content.length <= shownBodyMax) return body
  return { ...body, content: body.content.slice(0, shownBodyMax), isTruncated: true }
}
