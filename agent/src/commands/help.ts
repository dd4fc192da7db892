/** The text below the options of `culvert http --help`. */
export const httpNotes = `
Each option is also a variable (--host-header is CULVERT_HOST_HEADER) and a setting of culvert.yml.
Options come before variables, and variables before the file. Keep a token in CULVERT_AUTHTOKEN
rather than on the command line, where shells remember it.`

/** Explains the exit codes of commands with tunnels. */
export const exitCodesHelp = `
Exit codes:
  0  ended by you: Ctrl-C or SIGTERM. Open requests have 3 s to finish; a second Ctrl-C ends at once
  1  unexpected fault
  2  wrong usage
  3  you are not signed in, or your token was refused
  4  the gateway or hostname was refused: not yours, in use, or the plan's limit is reached
  5  the server cannot be reached
  6  ended from the dashboard: stopped, gateway or token deleted, or replaced by another agent`

/** Commands that users of other tunnel programs try, and what to use here instead. */
export const unavailableCommands: Readonly<Record<string, string>> = {
  tcp: 'error: there is no `culvert tcp` yet; `culvert http` carries HTTP and WebSockets',
  tls: 'error: there are no TLS tunnels; `culvert http https://localhost:8443` carries an https app',
  udp: 'error: there is no `culvert udp`; `culvert http` carries HTTP and WebSockets',
  authtoken: 'error: there is no command "authtoken"; sign in with `culvert login`, or set CULVERT_AUTHTOKEN',
  'add-authtoken': 'error: there is no command "add-authtoken"; sign in with `culvert login`, or set CULVERT_AUTHTOKEN',
  tunnel: 'error: there is no command "tunnel"; `culvert http 3000` opens one',
  share: 'error: there is no command "share"; `culvert http 3000` gives an app a public URL',
  serve: 'error: there is no command "serve"; `culvert http 3000` gives an app a public URL',
}

/** The text below the options of `culvert login --help`. */
export const loginNotes = `
The token is kept in a file that only you can read. The dashboard lists it, with its last use, at
/admin/auth-id, where you can delete it. Signing in again deletes the former token of the profile,
unless tunnels are open on this machine, which may use it.
CI needs no sign-in: set CULVERT_SERVER and CULVERT_AUTHTOKEN.`

/** The text below the options of `culvert mcp --help`. */
export const mcpNotes = `
The server is sent its own address as Host and Origin (--rewrite), since most refuse any other;
--host-header changes that. Event streams are passed on byte by byte, and survive a lost connection
of the tunnel.`

/** The text below the options of `culvert service --help`. */
export const serviceNotes = `
Linux    a unit of systemd, culvert-agent.service: yours, or with --system one of the machine
macOS    an agent of launchd, or with --system a daemon
Windows  a task that runs while you are signed in, or with --system from the start of the machine

The service runs the same program as this command. It gets the variables for proxies,
NODE_EXTRA_CA_CERTS and the settings CULVERT_… of this shell, but no secrets: unless you are signed
in, put those into service.env beside the user's culvert.yml, as lines NAME=value. After exit codes
2, 3 and 6 it is not started again; after 1, 4 and 5 it is, with pauses.`
