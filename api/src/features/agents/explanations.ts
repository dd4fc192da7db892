import type { ConnectionHop } from '../../generated/schema.ts'

/** Why something on the path to an app failed, and what its owner can do about it. */
export interface Explanation {
  /** Where requests end. */
  hop: ConnectionHop
  cause: string
  fix: string
}

/** The explanations by the code that the edge's page, its header and its log show. */
const explanations: Record<string, Explanation> = {
  CULVERT_FORBIDDEN: {
    hop: 'EDGE',
    cause: "One of your account's IP restrictions names the visitor's address.",
    fix: 'To let this visitor in again, remove the restriction on the IP Restrictions page.',
  },
  CULVERT_ACCOUNT_SUSPENDED: {
    hop: 'EDGE',
    cause: 'The operator has suspended the account of this hostname.',
    fix: "The reason is on the account's dashboard. Write to the operator to have the account resumed, then start your agent again.",
  },
  CULVERT_HOST_UNKNOWN: {
    hop: 'EDGE',
    cause: 'No agent serves this hostname, and no gateway reserves it.',
    fix: 'Start your agent: it prints the address that it serves. A gateway keeps one address for you.',
  },
  CULVERT_RATE_LIMITED: {
    hop: 'EDGE',
    cause: "Your account's tunnels received more requests within a minute than they are allowed.",
    fix: 'Try again in a moment. The Rate Limits page shows the limit and what uses it up.',
  },
  CULVERT_TOO_MANY_OPEN: {
    hop: 'EDGE',
    cause: "Your account's tunnels have more open requests and WebSockets than they are allowed.",
    fix: 'Look for requests that your app never answers. The Rate Limits page shows how many are open.',
  },
  CULVERT_TOO_MANY_FROM_NETWORK: {
    hop: 'EDGE',
    cause: 'The visitors of one network have as many requests and WebSockets open on your tunnels as they are allowed.',
    fix: 'Look for pages that open streams and never close them. The operator of the server sets the share (EDGE_SHARE_PER_ADDRESS).',
  },
  CULVERT_INTERNAL: {
    hop: 'EDGE',
    cause: 'Culvert itself failed to carry the request.',
    fix: 'Try again. If it persists, give the request id to whoever runs this installation.',
  },
  CULVERT_HOST_UNCHECKED: {
    hop: 'EDGE',
    cause: 'No agent is connected, and the server could not be asked whether a gateway reserves this hostname.',
    fix: 'Start your agent. If it runs, check the connection again in a minute.',
  },
  CULVERT_ROUTES_AWAY: {
    hop: 'EDGE',
    cause: 'No agent is connected to the server that was asked, and it could not find out which other server has it.',
    fix: 'Try again in a moment. If it persists, tell whoever runs this installation that the servers do not reach Redis.',
  },
  CULVERT_TUNNEL_OFFLINE: {
    hop: 'AGENT',
    cause: 'No agent is connected for this hostname.',
    fix: 'Start your agent, or look at the terminal that it runs in.',
  },
  CULVERT_TUNNEL_BUSY: {
    hop: 'AGENT',
    cause: 'Too many requests waited for the agent: it had lost its connection, or its line was too slow for them.',
    fix: 'The agent reconnects by itself. If it does not, look at the terminal that it runs in and at its network.',
  },
  CULVERT_EDGE_STOPPING: {
    hop: 'EDGE',
    cause: 'The server was being restarted.',
    fix: 'Try again: the agent reconnects by itself.',
  },
  CULVERT_AGENT_LOST: {
    hop: 'AGENT',
    cause: 'The connection to the agent broke off before the app had answered.',
    fix: 'The agent reconnects by itself. If it does not, look at its terminal and at its network.',
  },
  CULVERT_APP_REFUSED: {
    hop: 'APP',
    cause: 'Nothing listens at the local address that the agent forwards to.',
    fix: 'Start your app, or start the agent again with the right port.',
  },
  CULVERT_APP_TIMEOUT: {
    hop: 'APP',
    cause: 'Your app took the request and sent no answer.',
    fix: 'Look at the log of your app, and at what it waits for.',
  },
  CULVERT_APP_CLOSED: {
    hop: 'APP',
    cause: 'Your app closed the connection before it had answered.',
    fix: 'Look at the log of your app for a crash.',
  },
  CULVERT_APP_BAD_RESPONSE: {
    hop: 'APP',
    cause: 'What your app sent is malformed, and cannot be passed on.',
    fix: 'The details say what was expected and what came. Look at what writes the response in your app, or sits in front of it.',
  },
  CULVERT_APP_NOT_HTTP: {
    hop: 'APP',
    cause: 'What listens at the local address that the agent forwards to does not speak HTTP.',
    fix: 'Start the agent again with the port of your HTTP app.',
  },
  CULVERT_APP_NEEDS_HTTPS: {
    hop: 'APP',
    cause: 'Your app accepts HTTPS only, and the agent forwards to it by plain HTTP.',
    fix: 'Start the agent again with the https:// address of your app, such as https://localhost:8443.',
  },
  CULVERT_COOKIE_DOMAIN: {
    hop: 'APP',
    cause:
      'Your app sets a cookie for a domain on which other accounts have tunnels. It reaches your own hostname only.',
    fix: 'Set the cookie without Domain. To share cookies between hostnames, use a custom domain.',
  },
  CULVERT_AGENT_FULL: {
    hop: 'AGENT',
    cause: 'The agent has as many connections to your app open as it is allowed, and none became free in time.',
    fix: 'Look for requests that your app never answers. The options --max-connections and --max-streams of the agent set the bounds.',
  },
}

/** Explains a code of an edge, even one that this version does not know. */
export function explain(code: string): Explanation {
  return (
    explanations[code] ?? {
      hop: 'EDGE',
      cause: `The edge answered with ${code}.`,
      fix: 'Look it up in the documentation of error codes.',
    }
  )
}
