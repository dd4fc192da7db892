import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepSecret } from './secret-file.ts'

describe('keepSecret', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-secret-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('creates a secret once, which only its owner can read', async () => {
    const file = join(folder, 'data', 'secret')
    const made = await keepSecret(file)
    expect(made).toMatch(/^[0-9a-f]{64}$/)
    expect(await keepSecret(file)).toBe(made)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
  })

  it('returns the same secret to concurrent callers', async () => {
    const file = join(folder, 'secret')
    const kept = await Promise.all(Array.from({ length: 8 }, () => keepSecret(file)))
    expect(new Set(kept)).toEqual(new Set([(await readFile(file, 'utf8')).trim()]))
  })

  it('leaves nothing behind if it cannot be written, as on a full disk', async () => {
    const program = `
      import { keepSecret } from ${JSON.stringify(import.meta.resolve('./secret-file.ts'))}
      await keepSecret(process.argv[1]).catch(({ code }) => console.log(code))
    `
    const limited = ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1" "$2"', process.execPath, program]
    const { stdout } = await promisify(execFile)('sh', [...limited, join(folder, 'secret')])
    expect(stdout).toBe('EFBIG\n')
    expect(await readdir(folder)).toEqual([])
  })

  it('does not replace a damaged secret', async () => {
    const file = join(folder, 'secret')
    await writeFile(file, 'half')
    await expect(keepSecret(file)).rejects.toThrow(`${file} should hold a secret of at least 32 characters, and has 4.`)
  })
})
