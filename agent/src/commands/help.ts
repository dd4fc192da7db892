/** The text below the options of `culvert http --help`. */
export const examples = `
Examples:
  culvert http 3000                            a random public URL for http://localhost:3000
  culvert http 3000 --gateway demo             the URL of your gateway "demo"
  culvert http 5173 --rewrite                  for a dev server that knows only localhost
  culvert http 3000 --basic-auth ada:secret    visitors need a password
  culvert http https://localhost:8443 --allow-any-certificate

Each option is also a variable (--host-header is CULVERT_HOST_HEADER) and a setting of culvert.yml.
Options come before variables, and variables before the file. Keep a token in CULVERT_AUTHTOKEN
rather than on the command line, where shells remember it.`

/** What the exit codes of commands with tunnels mean. */
export const exitCodesHelp = `
Exit codes:
  0  ended by you: Ctrl-C or SIGTERM. Open requests have 3 s to finish; a second Ctrl-C ends at once
  1  unexpected fault
  2  wrong usage
  3  you are not signed in, or your AuthID was refused
  4  the gateway or hostname was refused: not yours, in use, or the plan's limit is reached
  5  the server cannot be reached
  6  ended from the dashboard: stopped, gateway or AuthID deleted, or replaced by another agent`

/** What people of other tunnels look for, and what they find here. */
export const notYet: Readonly<Record<string, string>> = {
  tcp: 'error: there is no `culvert tcp` yet; `culvert http` carries HTTP and WebSockets',
  tls: 'error: there are no TLS tunnels; `culvert http https://localhost:8443` carries an https app',
  udp: 'error: there is no `culvert udp`; `culvert http` carries HTTP and WebSockets',
  authtoken: 'error: there is no command "authtoken"; sign in with `culvert login`, or set CULVERT_AUTHTOKEN',
  tunnel: 'error: there is no command "tunnel"; `culvert http 3000` opens one',
  share: 'error: there is no command "share"; `culvert http 3000` gives an app a public URL',
  serve: 'error: there is no command "serve"; `culvert http 3000` gives an app a public URL',
}

/** The text below the options of `culvert login --help`. */
export const loginExamples = `
Examples:
  culvert login --server tunnels.example.com   opens the dashboard, where you approve this machine
  culvert login --no-browser                   shows a code, for machines without a browser
  culvert login --server other.example --profile work
                                               a second server: culvert http 3000 --profile work

The token is kept in a file that only you can read. The dashboard lists it, with its last use, at
/admin/auth-id, where it can be ended. CI needs no sign-in: set CULVERT_SERVER and CULVERT_AUTHTOKEN.`

/** The text below the options of `culvert mcp --help`. */
export const mcpExamples = `
Examples:
  culvert mcp 3001 --gateway tools             the MCP server on port 3001, at a URL that stays
  claude mcp add culvert -- culvert mcp --tools
                                               tools for a coding agent: start, stop and list tunnels,
                                               look at requests and replay them

The server is told its own address as Host and Origin (--rewrite), since most refuse others; --host-header
changes that. Event streams are passed on byte by byte and survive a lost connection of the tunnel.`
