import { ControlError } from '@culvert/control-client/requests'
import type { RequestClient } from '@culvert/control-client/requests'
import { createApiClient } from '../control/api-client.ts'
import type { ApiClientOptions } from '../control/api-client.ts'
import {
  AgentTokenTermsDocument,
  EndOwnTokenDocument,
  ExchangeTokenDocument,
  RedeemCommandLineSignInDocument,
  RequestCommandLineSignInDocument,
  TokenHolderDocument,
} from '../control/control.generated.ts'
import type { HolderFieldsFragment, RequestCommandLineSignInMutation } from '../control/control.generated.ts'
import { isAgentToken } from '../control/token-kinds.ts'
import type { Credentials } from '../config/credentials.ts'
import { exitCodes, Failure } from '../failure.ts'
import { parseWebUrl } from '../net/url-parts.ts'

/** A server, before any credentials are known. */
export type ServerOptions = Omit<ApiClientOptions, 'authToken'>

/** The identity that a token acts for. */
export type TokenHolder = HolderFieldsFragment

/** The same, with what an agent token permits and until when; null for other tokens. */
export type TokenHolderWithTerms = TokenHolder & { allowed: string | null; expiresAt: string | null }

/** A sign-in that awaits approval. */
export type PendingSignIn = RequestCommandLineSignInMutation['requestCommandLineSignIn']

/** A token that was redeemed. */
export interface RedeemedToken {
  token: string
  holder: TokenHolder
}

/** Requests a sign-in from a server. Throws Failure. */
export async function requestSignIn(
  server: ServerOptions,
  input: { machineName: string; loopbackPort?: number; codeChallenge?: string },
): Promise<PendingSignIn> {
  return await withClient({ ...server, authToken: undefined }, async (client) => {
    const { requestCommandLineSignIn } = await client.request(RequestCommandLineSignInDocument, { input })
    const { verificationUrlComplete: page } = requestCommandLineSignIn
    // A browser will be sent there.
    if (parseWebUrl(page) !== undefined) return requestCommandLineSignIn
    throw new Failure(exitCodes.fault, 'You cannot sign in at the server.', {
      why: `Expected the address of its page for sign-ins, got ${JSON.stringify(page)}.`,
      remedy: 'Tell its operator.',
    })
  })
}

/** Redeems a sign-in. If there is no token yet, returns what to do instead. Throws Failure if there will be none. */
export async function redeemSignIn(
  server: ServerOptions,
  input: { deviceCode: string; code?: string; codeVerifier?: string },
): Promise<RedeemedToken | 'wait' | 'slow-down'> {
  const { status, secret, holder } = await withClient({ ...server, authToken: undefined }, async (client) => {
    const { redeemCommandLineSignIn } = await client.request(RedeemCommandLineSignInDocument, { input })
    return redeemCommandLineSignIn
  })
  switch (status) {
    case 'APPROVED':
      if (!secret || !holder)
        throw new Failure(exitCodes.fault, 'The server sent no token.', { why: 'It had approved the sign-in.' })
      return { token: secret, holder }
    case 'PENDING':
      return 'wait'
    case 'SLOW_DOWN':
      return 'slow-down'
    case 'DENIED':
      throw new Failure(exitCodes.authIdRefused, 'The sign-in was denied.', { why: 'It was denied on the dashboard.' })
    case 'EXPIRED':
      throw expired()
    default:
      throw new Error(`A status is not handled: ${String(status satisfies never)}`)
  }
}

/** Returns the failure of a sign-in that was not approved in time. */
export function expired(): Failure {
  return new Failure(exitCodes.authIdRefused, 'The sign-in has expired.', {
    why: 'It was not approved in time.',
    remedy: 'Run `culvert login` again.',
  })
}

/** Returns the identity that a token acts for. Throws Failure. */
export async function findTokenHolder(credentials: Credentials): Promise<TokenHolderWithTerms> {
  return await withClient(credentials, async (client) => {
    const { tokenHolder } = await client.request(TokenHolderDocument, {})
    if (!tokenHolder) throw new ControlError('INTERNAL', 'The server did not say whose token it is.')
    if (tokenHolder.kind !== 'AGENT_TOKEN') return { ...tokenHolder, allowed: null, expiresAt: null }
    const { tokenHolder: terms } = await client.request(AgentTokenTermsDocument, {})
    return { ...tokenHolder, allowed: terms?.allowed ?? null, expiresAt: terms?.expiresAt ?? null }
  })
}

/** Exchanges a job's token for an agent token, and returns its secret. Throws Failure. */
export async function exchangeToken(server: ServerOptions, input: { trustId: string; token: string }): Promise<string> {
  return await withClient(
    { ...server, authToken: undefined },
    async (client) => (await client.request(ExchangeTokenDocument, { input })).exchangeToken.secret,
    ({ code, message }) =>
      code === 'FORBIDDEN' || code === 'CONFLICT'
        ? new Failure(exitCodes.authIdRefused, 'The trust gave no token.', {
            why: message,
            remedy: `Trusts are at ${server.server}/admin/identity.`,
          })
        : undefined,
  )
}

/** Deletes the token at the server. Throws Failure; with `authIdRefused`, it is not valid any more. */
export async function endToken(credentials: Credentials): Promise<void> {
  await withClient(
    credentials,
    (client) => client.request(EndOwnTokenDocument, {}),
    // A suspended account's token is refused, and works again once the account is resumed.
    ({ code, message }) =>
      code === 'FORBIDDEN'
        ? new Failure(exitCodes.fault, 'The server did not delete the token.', { why: message })
        : undefined,
  )
}

async function withClient<Answer>(
  connection: ApiClientOptions,
  work: (client: RequestClient) => Promise<Answer>,
  /** Translates errors that have a special meaning here. */
  explain: (error: ControlError) => Failure | undefined = () => undefined,
): Promise<Answer> {
  const client = createApiClient(connection)
  try {
    return await work(client)
  } catch (error) {
    throw error instanceof ControlError ? (explain(error) ?? toFailure(error, connection)) : error
  } finally {
    client.close()
  }
}

function toFailure({ code, message }: ControlError, { server, authToken }: ApiClientOptions): Failure {
  switch (code) {
    case 'UNAUTHENTICATED':
    case 'FORBIDDEN':
      return new Failure(exitCodes.authIdRefused, 'Your token was refused.', {
        why: message,
        // The holder of an agent token has no account here.
        remedy:
          authToken !== undefined && isAgentToken(authToken)
            ? undefined
            : `Sign in again with \`culvert login --server ${server}\`.`,
      })
    case 'UNREACHABLE':
    case 'UNAVAILABLE':
    case 'RATE_LIMITED':
      return new Failure(exitCodes.serverUnreachable, `There is no answer from ${server}.`, {
        why: message,
        remedy: 'Check that Culvert runs there, or name another server with --server.',
      })
    default:
      return new Failure(exitCodes.fault, 'The server refused the request.', { why: message })
  }
}
