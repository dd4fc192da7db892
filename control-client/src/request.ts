import { ControlError, fromGraphQLErrors, fromNetworkFailure, isRecord } from './control-error.ts'

/** Sends one GraphQL operation over HTTP and returns its `data`; throws ControlError for everything else. */
export async function postGraphQL(options: {
  url: string
  authorization: string
  query: string
  variables: unknown
  signal: AbortSignal
}): Promise<unknown> {
  const { url, signal } = options
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        authorization: options.authorization,
      },
      body: JSON.stringify({ query: options.query, variables: options.variables }),
      // A followed redirect would turn the POST into a GET; the address is named in the error instead.
      redirect: 'manual',
      signal,
    })
    text = await response.text()
  } catch (failure) {
    throw fromNetworkFailure(url, failure)
  }
  return getData(url, response, text)
}

/** GraphQL errors may come with any status (GraphQL over HTTP, section 6.4), so the body is looked at first. */
function getData(url: string, response: Response, text: string): unknown {
  const body = parseJson(text)
  if (isRecord(body) && Array.isArray(body.errors) && body.errors.length > 0) throw fromGraphQLErrors(body.errors)
  if (isRecord(body) && isRecord(body.data)) return body.data

  const location = response.headers.get('location')
  if (location !== null) throw new ControlError('UNREACHABLE', `${url} has moved to ${location}.`)
  throw new ControlError(
    'UNREACHABLE',
    `${url} answered ${response.status} without GraphQL: it is not a Culvert server, or something in front of it failed.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
