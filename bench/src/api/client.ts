import { Agent, request } from 'node:http'
import { z } from 'zod'

/** A GraphQL request with its variables. */
export interface Operation {
  query: string
  variables?: object
}

/** Speaks to the API over kept-alive connections. */
export class ApiClient {
  readonly url: string
  readonly #agent = new Agent({ keepAlive: true })

  constructor(url: string) {
    this.url = url
  }

  /** Sends one operation. Rejects unless the answer is a 200 without errors. */
  send(operation: Operation, credential?: string): Promise<string> {
    const body = JSON.stringify(operation)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
    }
    return new Promise((resolve, reject) => {
      const sent = request(`${this.url}/graphql`, { method: 'POST', headers, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          // Apollo writes an answer's errors before its data.
          if (response.statusCode === 200 && !text.startsWith('{"errors"')) resolve(text)
          else reject(new Error(`The API answered ${response.statusCode}: ${text.slice(0, 500)}`))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** Sends one operation and reads the part of its data that the shape names. */
  async read<T>(operation: Operation, shape: z.ZodType<T>, credential?: string): Promise<T> {
    return z.object({ data: shape }).parse(JSON.parse(await this.send(operation, credential))).data
  }

  close(): void {
    this.#agent.destroy()
  }
}
