import { createHash, createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestName, parseManifest, publicKeyName } from '@culvert/schema/agent-packages'
import type { AgentPackages } from '../../generated/schema.ts'
import type { ApiConfig } from '../../ground/config.ts'

/** Returns the packages of a version of the agent for systems without Node; null if there are none. */
export async function findAgentPackages(
  { packagesFolder, publicUrl }: Pick<ApiConfig, 'packagesFolder' | 'publicUrl'>,
  version: string,
): Promise<AgentPackages | null> {
  const folder = join(packagesFolder, version)
  const bytes = await readIfExists(join(folder, manifestName))
  if (bytes === undefined) return null
  const key = await readIfExists(join(folder, publicKeyName))
  return {
    signingKey: key === undefined ? null : findFingerprint(key),
    packages: parseManifest(bytes).packages.map(({ target, file, size, sha256 }) => {
      return { target, url: `${publicUrl}/download/${version}/${file}`, sizeBytes: size, sha256 }
    }),
  }
}

/** Returns the SHA-256 of a key in DER: `openssl pkey -pubin -in signing-key.pem -outform DER | sha256sum` prints the same. */
function findFingerprint(pem: Buffer): string {
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('hex')
}

async function readIfExists(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
