import { ControlError, fromGraphQLErrors, fromNetworkFailure, isRecord } from './control-error.ts'

/** An HTTP answer. */
export interface Answer {
  status: number
  /** The target of a redirect; null if there is none. */
  location: string | null
  text: string
}

/**
 * Sends a POST request. Rejects if there is no answer. A redirect is not followed: that would turn the POST into a GET; the error names its
 * address instead.
 */
export type Post = (
  url: string,
  request: { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal },
) => Promise<Answer>

/** Sends one GraphQL operation over HTTP and returns its `data`; throws ControlError for everything else. */
export async function postGraphQL(options: {
  url: string
  post: Post
  authorization: string
  query: string
  variables: unknown
  signal: AbortSignal
}): Promise<unknown> {
  const { url, signal, post } = options
  let answer: Answer
  try {
    answer = await post(url, {
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        authorization: options.authorization,
      },
      body: JSON.stringify({ query: options.query, variables: options.variables }),
      signal,
    })
  } catch (failure) {
    throw fromNetworkFailure(url, failure)
  }
  return getData(url, answer)
}

export const postByFetch: Post = async (url, { headers, body, signal }) => {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

/** GraphQL errors may come with any status (GraphQL over HTTP, section 6.4), so the body is checked first. */
function getData(url: string, { status, location, text }: Answer): unknown {
  const body = parseJson(text)
  if (isRecord(body) && Array.isArray(body.errors) && body.errors.length > 0) throw fromGraphQLErrors(body.errors)
  if (isRecord(body) && isRecord(body.data)) return body.data

  if (location !== null) throw new ControlError('UNREACHABLE', `${url} has moved to ${location}.`)
  throw new ControlError(
    'UNREACHABLE',
    `${url} answered ${status} without GraphQL: it is not a Culvert server, or something in front of it failed.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
