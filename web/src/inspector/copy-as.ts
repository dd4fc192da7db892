import type { BodyDetail, Field, RequestDetail } from '@culvert/agent/inspection'

/** Fields that the program which sends the request sets by itself. */
const ownFields: ReadonlySet<string> = new Set(['content-length', 'connection', 'accept-encoding'])

/** Returns a command of curl that sends the request to a public URL. */
export function toCurl(request: RequestDetail, publicUrl: string): string {
  const { method, requestBody } = request
  const lines = [`curl ${quote(publicUrl + request.target)}`]
  if (method !== 'GET') lines.push(`-X ${method}`)
  for (const [name, value] of sentFields(request)) lines.push(`-H ${quote(`${name}: ${value}`)}`)
  if (requestBody.content !== '') {
    lines.push(
      requestBody.encoding === 'utf8'
        ? `--data-raw ${quote(requestBody.content)}`
        : `--data-binary @<(echo ${requestBody.content} | base64 -d)`,
    )
  }
  return lines.join(' \\\n  ')
}

/** Returns a call of fetch in JavaScript. */
export function toFetch(request: RequestDetail, publicUrl: string): string {
  const { method, requestBody } = request
  const body =
    requestBody.content === ''
      ? undefined
      : requestBody.encoding === 'utf8'
        ? JSON.stringify(requestBody.content)
        : `Uint8Array.from(atob(${JSON.stringify(requestBody.content)}), (c) => c.charCodeAt(0))`
  const options = [
    `method: ${JSON.stringify(method)}`,
    `headers: ${JSON.stringify(sentFields(request), undefined, 2).replaceAll('\n', '\n  ')}`,
    ...(body === undefined ? [] : [`body: ${body}`]),
  ]
  return `await fetch(${JSON.stringify(publicUrl + request.target)}, {\n  ${options.join(',\n  ')},\n})`
}

/** Returns the exchange as an HTTP Archive (HAR 1.2). */
export function toHar(request: RequestDetail, publicUrl: string): string {
  const url = publicUrl + request.target
  const wait = Math.max(0, request.firstByteMs)
  const entry = {
    startedDateTime: request.startedAt,
    time: request.durationMs,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(request.requestFields),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: request.requestBody.size,
      ...(request.requestBody.size === 0
        ? {}
        : { postData: { mimeType: request.requestBody.contentType, text: request.requestBody.content } }),
    },
    response: {
      status: request.status,
      statusText: request.reason,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(request.responseFields),
      content: toContent(request.responseBody),
      redirectURL: request.responseFields.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '',
      headersSize: -1,
      bodySize: request.responseBody.size,
    },
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, request.durationMs - wait) },
  }
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 'culvert', version: '1' }, entries: [entry] } },
    undefined,
    2,
  )
}

function sentFields({ requestFields, requestBody }: RequestDetail): readonly Field[] {
  return requestFields.filter(([name, value]) => {
    const lower = name.toLowerCase()
    const isDecoded = lower === 'content-encoding' && requestBody.decodedFrom !== undefined
    return lower !== 'host' && !ownFields.has(lower) && !isDecoded && !value.includes('[redacted]')
  })
}

function toPairs(fields: readonly Field[]): { name: string; value: string }[] {
  return fields.map(([name, value]) => ({ name, value }))
}

function toContent({ size, contentType, content, encoding }: BodyDetail): object {
  return { size, mimeType: contentType, text: content, ...(encoding === 'base64' ? { encoding } : {}) }
}

/** Quotes for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
