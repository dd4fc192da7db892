import { closeSilentConnections, fetchInTime, promptPage, shortTimeoutMs, silenceMs } from './silence.ts'
import { waitForNetwork } from './wait-for-network.ts'

/** Thrown when the server has another version of the dashboard, which lacks the file. */
export class VersionGone extends Error {
  readonly served: string

  constructor(served: string) {
    super(served)
    this.served = served
  }
}

const waitMs = 5_000
/** A file that fails this often while the server answers will not load in this browser at all. */
const attemptsMax = 3
/** Before the last attempt: a server that is being started again may answer with a page before it does with a file. */
const lastAttemptAfterMs = 3_000

const arrivals = new Map<string, Promise<void>>()
let served: Promise<void> | undefined

/**
 * Imports a module once all of its files are available, however long the network is away: a browser that failed to load a module
 * does not request it again while the page is open. The build calls this for each `import()`. Rejects with VersionGone.
 *
 * @param paths The module's script and its dependencies, from the root of the server.
 */
export async function importWhenServed<Module>(
  importModule: () => Promise<Module>,
  paths: string[] = [],
): Promise<Module> {
  await Promise.all(paths.map((path) => bring(`/${path}`)))
  return await importModule()
}

function bring(href: string): Promise<void> {
  const known = arrivals.get(href)
  if (known) return known
  const arrival = fetchFile(href)
  arrivals.set(href, arrival)
  // A file that did not arrive may be requested again.
  arrival.catch(() => arrivals.delete(href))
  return arrival
}

async function fetchFile(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return
  for (let attempt = 1; !(await place(href)); attempt += 1) {
    if (attempt === attemptsMax) throw new Error(`${href} does not load`)
    await (served ??= untilServed().finally(() => {
      served = undefined
    }))
    if (attempt + 1 === attemptsMax) await waitForNetwork(lastAttemptAfterMs)
  }
}

/**
 * Puts a file into the browser's cache, where the import finds it, and applies a style sheet. Resolves to whether it
 * arrived.
 */
async function place(href: string): Promise<boolean> {
  return (await keep(href).catch(() => false)) && (!href.endsWith('.css') || (await placeStyles(href)))
}

/** Aborts a connection that sent nothing for 15 s. A slow one may take longer for a whole file. */
async function keep(href: string): Promise<boolean> {
  const silence = new AbortController()
  const giveUp = () => {
    closeSilentConnections()
    silence.abort()
  }
  const restart = () => setTimeout(giveUp, silenceMs)
  let timer = restart()
  try {
    const answer = await fetch(href, { signal: silence.signal })
    const reader = answer.body?.getReader()
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      clearTimeout(timer)
      timer = restart()
    }
    return answer.ok
  } finally {
    clearTimeout(timer)
  }
}

function placeStyles(href: string): Promise<boolean> {
  return new Promise((resolve) => {
    const link = document.createElement('link')
    const onerror = () => {
      link.remove()
      resolve(false)
    }
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: () => resolve(true), onerror })
    document.head.append(link)
  })
}

/** Resolves once the server answers with this version; rejects when it has another. */
async function untilServed(): Promise<void> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  for (;;) {
    const version = await findServedVersion()
    if (version === own) return
    if (version !== undefined) throw new VersionGone(version)
    await waitForNetwork(waitMs)
  }
}

/** The entry script of the served page, which differs with each version. Undefined when no server answers. */
async function findServedVersion(): Promise<string | undefined> {
  try {
    const answer = await fetchInTime(promptPage, { cache: 'no-store' }, shortTimeoutMs)
    return /<script type="module"[^>]* src="([^"]+)"/.exec(await answer.text())?.[1]
  } catch {
    return undefined
  }
}
