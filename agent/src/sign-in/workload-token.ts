import { messageOf, readEnvironment } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import { ConnectingAgent } from '../net/connecting-agent.ts'
import { requestHttp } from '../net/request-http.ts'

/** How long a job's runner may take to issue a token, in milliseconds. */
const timeoutMs = 10_000
/** Larger than any answer of a runner. */
const answerBytesMax = 65_536

/**
 * Returns the token that proves this job's identity: CULVERT_ID_TOKEN, or one that GitHub Actions issues for the server. Throws a Failure that
 * says what a workflow needs.
 */
export async function findWorkloadToken(server: string, authorities: readonly string[]): Promise<string> {
  const {
    CULVERT_ID_TOKEN: given = '',
    ACTIONS_ID_TOKEN_REQUEST_URL: url = '',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token = '',
    GITHUB_ACTIONS,
  } = readEnvironment()
  if (given !== '') return given
  if (url !== '' && token !== '') return await askGithub(url, token, server, authorities)
  throw new Failure(exitCodes.authIdRefused, 'There is no token of this job to exchange.', {
    why: 'A trust takes a token that the CI has issued for the job, and the environment holds none.',
    remedy:
      GITHUB_ACTIONS === 'true'
        ? 'Give the job `permissions:` with `id-token: write` in its workflow.'
        : `Set CULVERT_ID_TOKEN to a token for the audience ${server}, such as one of GitLab's \`id_tokens\`.`,
  })
}

/** Requests a token for this server from the runner. */
async function askGithub(
  requestUrl: string,
  requestToken: string,
  server: string,
  authorities: readonly string[],
): Promise<string> {
  const url = URL.parse(requestUrl)
  if (url === null) throw notIssued('ACTIONS_ID_TOKEN_REQUEST_URL is no address')
  url.searchParams.set('audience', server)
  let answer: { status: number; text: string }
  try {
    answer = await get(url, `bearer ${requestToken}`, authorities)
  } catch (error) {
    throw notIssued(messageOf(error))
  }
  if (answer.status !== 200) throw notIssued(`it answered with ${answer.status}`)
  const token = readValue(answer.text)
  if (token === undefined) throw notIssued('its answer holds no token')
  return token
}

/** Uses proxies, and trusts what the rest of the agent trusts. */
async function get(
  url: URL,
  authorization: string,
  authorities: readonly string[],
): Promise<{ status: number; text: string }> {
  const agent = new ConnectingAgent(url, authorities)
  const { host, hostname, pathname, search } = url
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const request = requestHttp(
    {
      agent,
      hostname,
      path: `${pathname}${search}`,
      headers: { host, authorization, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    },
    (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (text.length > answerBytesMax)
          request.destroy(new Error(`its answer is longer than ${answerBytesMax} bytes`))
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text })).on('error', reject)
    },
  )
  request.on('error', reject).end()
  try {
    return await promise
  } finally {
    agent.destroy()
  }
}

function readValue(text: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'value') : undefined
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

function notIssued(why: string): Failure {
  return new Failure(exitCodes.authIdRefused, 'GitHub Actions issued no token for this job.', {
    why: `The runner was asked for one: ${why}.`,
    remedy: 'Give the job `permissions:` with `id-token: write`, and run it again.',
  })
}
