/** The text below the options of `culvert http --help`. */
export const examples = `
Examples:
  culvert http 3000                            a random public URL for http://localhost:3000
  culvert http 3000 --gateway demo             the URL of your gateway "demo"
  culvert http https://localhost:8443 --allow-any-certificate
  culvert http 5173 --host-header              for a dev server that refuses hosts it does not know

The AuthID is created on the dashboard, at /admin/auth-id. Keep it in CULVERT_AUTHTOKEN rather than
on the command line, where shells remember it.`

/** What the exit codes of `culvert http` mean. */
export const exitCodesHelp = `
Exit codes:
  0  ended by you: Ctrl-C or SIGTERM. Open requests have 3 s to finish; a second Ctrl-C ends at once
  1  unexpected fault
  2  wrong usage
  3  the AuthID is missing or was refused
  4  the gateway or hostname was refused: not yours, in use, or the plan's limit is reached
  5  the server cannot be reached
  6  ended from the dashboard: stopped, gateway or AuthID deleted, or replaced by another agent`
