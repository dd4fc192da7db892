/** How clients are told of an MCP server that a tunnel leads to. */
export interface PublicServer {
  publicUrl: string
  /** Where the server takes MCP's requests, such as /mcp. */
  path: string
  /** Whether the URL stays the same from one run to the next. */
  isStable: boolean
}

/** Returns lines to paste into MCP clients, and what the user must know of the URL. */
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
