import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { hasCode, messageOf } from '@culvert/program'

export interface WaitOptions {
  /** How long to wait before each further query; milliseconds. */
  intervalMs?: number
}

/**
 * Resolves once every name server shows the value among the TXT records of a name. An authority asks any of them, and caches a
 * wrong answer. `resolvers` are addresses, with `:PORT` if it is not 53. When the signal is aborted, it throws an Error that lists
 * what each of the others shows.
 */
export async function waitUntilServed(
  name: string,
  value: string,
  resolvers: string[],
  signal: AbortSignal,
  { intervalMs = 2_000 }: WaitOptions = {},
): Promise<void> {
  const shown = new Map<string, string>()
  const wait = async (server: string): Promise<void> => {
    for (;;) {
      const values = await lookUp(name, server, signal)
      if (Array.isArray(values) && values.includes(value)) {
        shown.delete(server)
        return
      }
      shown.set(server, Array.isArray(values) ? values.join(', ') || 'no record' : values)
      await delay(intervalMs, undefined, { signal })
    }
  }
  try {
    await Promise.all(resolvers.map(wait))
  } catch (error) {
    if (!signal.aborted) throw error
    const others = Array.from(shown, ([server, says]) => `${server} shows ${says}`)
    throw new Error(`TXT ${name} does not show ${value} yet: ${others.join('; ') || 'no answer came'}.`, {
      cause: error,
    })
  }
}

/** Returns the values of a name's TXT records at one server, or the reason why there is no answer. */
async function lookUp(name: string, server: string, signal: AbortSignal): Promise<string[] | string> {
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: lookUpMs, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    resolver.setServers([server])
    return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''))
  } catch (error) {
    signal.throwIfAborted()
    return hasCode(error, 'ENOTFOUND') || hasCode(error, 'ENODATA') ? [] : messageOf(error)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

const lookUpMs = 3_000
const maxServers = 10

/**
 * Returns the addresses of the name servers of the zone that contains a name, according to the system's resolver or the given ones; at
 * most ten, and none if the zone is not found.
 */
export async function findZoneServers(name: string, signal: AbortSignal, servers?: string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: lookUpMs, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const labels = name.split('.')
    for (let first = 0; first < labels.length; first += 1) {
      signal.throwIfAborted()
      const hosts = await orEmpty(resolver.resolveNs(labels.slice(first).join('.')))
      if (hosts.length === 0) continue
      const found = await Promise.all(
        hosts.slice(0, maxServers).map(async (host) => {
          const addresses = await orEmpty(resolver.resolve4(host))
          return addresses.length > 0 ? addresses : await orEmpty(resolver.resolve6(host))
        }),
      )
      signal.throwIfAborted()
      return found.flat().slice(0, maxServers)
    }
    return []
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

async function orEmpty(answer: Promise<string[]>): Promise<string[]> {
  return await answer.catch(() => [])
}
