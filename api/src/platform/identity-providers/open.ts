import type { Clock } from '../../ground/clock.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { openGithub } from './github.ts'
import { openOpenidProvider } from './openid.ts'
import type { ProviderClient, ProviderSettings } from './provider.ts'

/** Opens identity providers by their settings, and keeps them open: a sign-in does not ask a provider what it can do. */
export type OpenProvider = (settings: ProviderSettings) => Promise<ProviderClient>

/** After this time a provider is asked again what it can do. Its keys are read again when one is unknown. */
const cacheMs = 10 * 60_000

/** More than any installation has; settings that changed leave one behind. */
const cachedMax = 100

/** Makes the opener of identity providers. */
export function createProviderOpener(clock: Clock): OpenProvider {
  const kept = new Map<string, { client: Promise<ProviderClient>; openedAt: number }>()
  return async (settings) => {
    const key = sha256Hex(JSON.stringify(settings))
    const now = clock.now().getTime()
    const known = kept.get(key)
    if (known && Math.abs(now - known.openedAt) < cacheMs) return await known.client
    const client = settings.kind === 'GITHUB' ? openGithub(settings) : openOpenidProvider(settings)
    kept.delete(key)
    kept.set(key, { client, openedAt: now })
    for (const oldest of kept.keys()) {
      if (kept.size <= cachedMax) break
      kept.delete(oldest)
    }
    // A provider that could not be opened is tried again by the next caller.
    client.catch(() => {
      if (kept.get(key)?.client === client) kept.delete(key)
    })
    return await client
  }
}
