import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp, startStaticFiles } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { madeUpContent } from '../src/content.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { expose } from '../src/expose.ts'

const bytes = 1024 ** 3
/** The digest of the first gigabyte of the made-up content. */
const sha256 = '2100baf005d8de3f6e5c9be3442bdbff89a12e246efc8fa9c431d1028ac63f38'

const cleanup = createCleanup()
let site: Site

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
})

describe('a gigabyte', () => {
  it('is downloaded with the SHA-256 that it has at the local app', async () => {
    const url = await expose(cleanup, site, await startStaticFiles(cleanup))
    expect(await sha256Of(curl(`${url}/${bytes}.bin`).stdout)).toBe(sha256)
  })

  it('is uploaded with the SHA-256 that it has at the visitor', async () => {
    const app = await startApp(cleanup, (request, response) => {
      void sha256Of(request).then((digest) => response.end(digest))
    })
    const url = await expose(cleanup, site, app)
    const { stdin, stdout } = curl('--upload-file', '-', url)
    const [answer] = await Promise.all([text(stdout), pipeline(madeUpContent(0, bytes - 1), stdin)])
    expect(answer).toBe(sha256)
  })
})

function curl(...args: string[]) {
  return spawn('curl', ['--silent', '--show-error', '--fail', ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
}

async function sha256Of(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}
