/** Describes the MCP server behind a tunnel, for the configuration of clients. */
export interface PublicServer {
  publicUrl: string
  /** The path at which the server accepts MCP requests, such as /mcp. */
  path: string
  /** Whether the URL stays the same from one run to the next. */
  isStable: boolean
}

/** Returns lines to paste into MCP clients, and what the user needs to know about the URL. */
export function describeClients({ publicUrl, path, isStable }: PublicServer): string[] {
  const url = `${publicUrl}${path}`
  const [name = ''] = new URL(publicUrl).hostname.split('.')
  const configuration = JSON.stringify({ mcpServers: { [name]: { type: 'http', url } } })
  const stability = isStable
    ? []
    : [
        'The URL is for this run only, and clients forget a server whose URL changes: --gateway gives it one that stays.',
      ]
  return [
    `MCP server: ${url}`,
    `Claude Code: claude mcp add --transport http ${name} ${url}`,
    `mcp.json: ${configuration}`,
    ...stability,
  ]
}
