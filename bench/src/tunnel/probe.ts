import { get } from 'node:http'

/** Reports whether `GET path` on a loopback port answers 200, with exactly `body` when one is given. */
export function isAnswering(port: number, hostHeader: string, body?: string, path = '/'): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port, path, headers: { host: hostHeader }, agent: false, timeout: 2_000 },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => resolve(false))
        response.on('end', () => {
          const same = body === undefined || Buffer.concat(chunks).toString() === body
          resolve(response.statusCode === 200 && same)
        })
      },
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
