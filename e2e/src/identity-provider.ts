import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type IdentityProvider, startIdentityProvider } from '@culvert/api/identity-provider'
import type { Cleanup } from './cleanup.ts'
import { createTempFolder, type Site } from './culvert.ts'
import { operate } from './operator.ts'

/** Starts a provider that the buttons of an installation call Example, added the way an operator adds one. */
export async function addIdentityProvider(cleanup: Cleanup, site: Site): Promise<IdentityProvider> {
  const provider = await startIdentityProvider([`${site.apiUrl}/signin/with/example`])
  cleanup.defer(() => provider.close())
  const secretFile = join(await createTempFolder(cleanup), 'secret')
  await writeFile(secretFile, provider.clientSecret)
  const { issuer, clientId } = provider
  const terms = ['--issuer', issuer, '--label', 'Example', '--client-id', clientId, '--secret-file', secretFile]
  await operate(site, 'providers', 'add', 'example', ...terms)
  return provider
}
