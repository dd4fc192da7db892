import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from './errors.ts'

const lengthMin = 32

/**
 * Returns the secret in a file, which is created at first use, readable to its owner only. If several programs create it at once, the first
 * one wins. Rejects if the file holds none.
 */
export async function keepSecret(file: string): Promise<string> {
  return (await readSecret(file)) ?? (await makeSecret(file))
}

async function readSecret(file: string): Promise<string | undefined> {
  let secret: string
  try {
    secret = (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  if (secret.length >= lengthMin) return secret
  throw new Error(
    `${file} should hold a secret of at least ${lengthMin} characters, and has ${secret.length}. Restore it from a backup.`,
  )
}

async function makeSecret(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  const secret = await readSecret(file)
  if (secret === undefined) throw new Error(`${file} was removed while it was made.`)
  return secret
}
