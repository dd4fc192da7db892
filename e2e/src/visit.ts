import { execFile } from 'node:child_process'
import type { LookupFunction } from 'node:net'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A request as a visitor makes it. */
export interface VisitOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Further curl options. */
  curl?: string[]
}

/** The response that the visitor got. */
export interface Answer {
  /** Statuses of 1xx answers that came before the final one. */
  interim: number[]
  status: number
  /** The fields of the final answer, by lowercase name; repeats joined by `, `. */
  headers: Map<string, string>
  trailers: Map<string, string>
  body: Buffer
  text: string
}

/** Makes one request with curl. Throws curl's own message if it got no complete answer. */
export async function visit(url: string, options: VisitOptions = {}): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-visit-'))
  try {
    const heads = join(folder, 'heads')
    const body = await curl(
      [
        '--silent',
        '--show-error',
        '--http1.1',
        '--max-time',
        '60',
        '--dump-header',
        heads,
        ...methodArguments(options.method),
        ...Object.entries(options.headers ?? {}).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        ...(options.body === undefined ? [] : ['--data-binary', '@-']),
        ...(options.curl ?? []),
        url,
      ],
      options.body,
    )
    return { ...readHeads(await readFile(heads, 'latin1')), body, text: body.toString() }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Returns the link for the tunnel's owner on one of the edge's error pages. */
export function findOwnerLink(page: string): string {
  const link = /class="details" href="([^"]+)"/.exec(page)?.[1]
  if (!link) throw new Error(`The page has no link for the owner:\n${page}`)
  return link
}

/** For Node's own clients, which do not resolve every name under localhost to this machine (RFC 6761, section 6.3). */
export const lookup: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

/** curl waits for a body that never comes if HEAD is only named as the method. */
function methodArguments(method: string | undefined): string[] {
  if (method === undefined) return []
  return method === 'HEAD' ? ['--head', '--output', '/dev/null'] : ['--request', method]
}

function curl(args: string[], stdin: string | Buffer | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      'curl',
      args,
      { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(stderr.toString().trim() || error.message, { cause: error }))
        else resolve(stdout)
      },
    )
    child.stdin?.end(stdin)
  })
}

/** Splits curl's output: it writes every head that arrived, each followed by a blank line, and then the trailers. */
function readHeads(text: string): Pick<Answer, 'interim' | 'status' | 'headers' | 'trailers'> {
  const interim: number[] = []
  const blocks = text.split(/\r?\n\r?\n/).filter((block) => block.trim() !== '')
  let block = blocks.shift() ?? ''
  while (statusOf(block) < 200) {
    interim.push(statusOf(block))
    block = blocks.shift() ?? ''
  }
  return { interim, status: statusOf(block), headers: fieldsOf(block), trailers: fieldsOf(blocks.join('\n')) }
}

function statusOf(head: string): number {
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(head)?.[1]
  if (!status) throw new Error(`Not a response head: ${head}`)
  return Number(status)
}

function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [, name = '', value = ''] of block.matchAll(/^([^\s:]+): *(.*?)\r?$/gm)) {
    const key = name.toLowerCase()
    const before = fields.get(key)
    fields.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return fields
}
