import { request } from 'node:http'
import type { ControlDocument } from '@culvert/control-client'
import type { Site } from '../../culvert.ts'

/** What to send in addition to the operation. */
export interface PostOptions<TVariables> {
  variables?: TVariables
  /** The Authorization header. */
  authorization?: string
  /** The address of this machine that the request comes from. */
  from?: string
}

interface Refusal {
  message: string
  extensions: { code: string; reason?: string }
}

/** Queries the API from any loopback address, with any credential. `code` is OK or that of the first error. */
export async function postQuery<TResult, TVariables>(
  { apiUrl }: Pick<Site, 'apiUrl'>,
  query: ControlDocument<TResult, TVariables>,
  { variables, authorization, from }: PostOptions<TVariables> = {},
) {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const options = { method: 'POST', headers, family: 4, localAddress: from }
    const sent = request(`${apiUrl}/graphql`, options, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: body }))
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ query: query.toString(), variables }))
  })
  const { data, errors = [] } = JSON.parse(text) as { data?: TResult | null; errors?: Refusal[] }
  const [refusal] = errors
  return { status, data, code: refusal?.extensions.code ?? 'OK', reason: refusal?.extensions.reason }
}
