import { describeClients } from '../mcp/client-notes.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import type { CommandLine } from './command-line.ts'
import { runHttp } from './http.ts'
import { runMcpTools } from './mcp-tools.ts'

/** The path at which MCP's SDKs accept requests by default. */
const defaultPath = '/mcp'

/** The options that have no meaning with --tools. */
const unusedByTools = ['path', 'json', 'qr', 'readyFile', 'log', 'logLevel']

/** Runs `culvert mcp`: a tunnel to an MCP server, or an MCP server with tools for tunnels. */
export async function runMcp(app: string | undefined, line: CommandLine): Promise<ExitCode> {
  if (line.tools === true) {
    if (app === undefined && unusedByTools.every((name) => line[name] === undefined)) return await runMcpTools(line)
    throw new Failure(exitCodes.usage, 'The command cannot be run as it was given.', {
      why: '--tools opens tunnels on request, and shows nothing itself: it takes no app, and none of --path, --json, --qr, --ready-file, --log and --log-level.',
      remedy: 'See `culvert mcp --help`.',
    })
  }
  const path = typeof line.path === 'string' ? line.path : defaultPath
  if (app === undefined || !/^\/[\x21-\x7e]*$/.test(path)) {
    throw new Failure(exitCodes.usage, 'The command cannot be run as it was given.', {
      why:
        app === undefined
          ? 'Expected the port or address of your MCP server, or --tools.'
          : `--path: expected a path such as ${defaultPath}, got ${JSON.stringify(path)}.`,
      remedy: 'See `culvert mcp --help`.',
    })
  }
  return await runHttp(app, line, (values) => {
    // Servers on a developer's machine refuse a foreign Host, as a guard against DNS rebinding.
    const rewrite = values.rewrite ?? values['host-header'] === undefined
    const isStable = values.gateway !== undefined || values.domain !== undefined
    return { values: { ...values, rewrite }, notes: (publicUrl) => describeClients({ publicUrl, path, isStable }) }
  })
}
