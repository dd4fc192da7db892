import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { manifestName } from '@culvert/schema/agent-packages'
import type { RenderedPage } from '@culvert/schema/rendered-pages'
import { isWebPath, unlistedPaths, webPaths } from '@culvert/schema/web-paths'
import { version } from '../features/site/service.ts'
import type { App } from '../platform/app.ts'
import type { Bounding } from './context.ts'
import { renderPages } from './render-pages.ts'

/** A public page, ready to be sent. */
export interface PublicPage extends RenderedPage {
  /** Lets a browser that has the page avoid loading it again. */
  etag: string
}

/** How long they wait for a first request: at its start, an installation has more urgent work. */
const idleStartMs = 60_000
/** Several settings are often changed in a row. */
const debounceMs = 300
/** The cause may have been the database, or a busy machine. */
const retryMs = 60_000

/** How long a request for one waits while they are rendered: longer than that takes, unless the machine is very busy. */
const waitMsMax = 5_000

/** Screens that are not rendered, and two of which only the title is: requests for these wait for no page. */
const unrenderedPaths: readonly string[] = [...unlistedPaths, webPaths.signIn, webPaths.signUp]

/**
 * Renders this installation's public pages, once one is requested or a minute has passed, and whenever what they say has
 * changed. Requests wait for that meanwhile; if the pages cannot be rendered, browsers render them.
 */
export class PublicPages {
  readonly #app: App
  readonly #bounding: Bounding
  readonly #program: string
  readonly #stop = new AbortController()
  #pages = new Map<string | undefined, PublicPage>()
  /** The files from which the pages were rendered, with their times. */
  #sources: string | undefined
  #rendering: Promise<void> | undefined
  /** Resolves once the pages are there, or an attempt to render them has failed; undefined if no request has to wait for that. */
  #awaited: PromiseWithResolvers<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lastFault: string | undefined
  /** Whether a page was requested, or none was for long enough. */
  #isWanted = false

  constructor(app: App, bounding: Bounding) {
    this.#app = app
    this.#bounding = bounding
    this.#program = join(app.config.webFolder, '../prerender/dist/main.js')
  }

  /** Schedules the first rendering of the pages, and follows the operator's changes from then on. Does nothing if the dashboard is not built. */
  async start(): Promise<void> {
    this.#sources = await this.#findSources()
    if (this.#sources === undefined || this.#stop.signal.aborted) return
    this.#app.events.onGap(() => this.#renderSoon())
    void this.#follow()
    this.#renderSoon()
  }

  /** Returns the page at a path, or the one for paths that lead nowhere; undefined if there is none, or none at the moment. */
  async find(path: string | undefined): Promise<PublicPage | undefined> {
    const areCurrent = await this.#areCurrent()
    if (!isRendered(path)) return areCurrent ? this.#pages.get(path) : undefined
    this.#want()
    if (this.#awaited) await Promise.race([this.#awaited.promise, delay(waitMsMax, undefined, { ref: false })])
    return this.#pages.get(path)
  }

  /** Returns the paths that search engines should list. */
  listPaths(): string[] {
    this.#want()
    return [...this.#pages.values()].flatMap(({ listed, path }) => (listed && path !== undefined ? [path] : []))
  }

  /** Stops rendering. */
  async close(): Promise<void> {
    this.#stop.abort()
    this.#settle()
    clearTimeout(this.#timer)
    await this.#rendering
  }

  async #follow(): Promise<void> {
    const changes = this.#app.events.subscribe('siteChanged', 'all')
    this.#stop.signal.addEventListener('abort', () => void changes.return?.())
    while (!(await changes.next()).done && !this.#stop.signal.aborted) this.#renderSoon()
  }

  #want(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    if (this.#sources !== undefined) this.#renderSoon(0)
  }

  /** Renders the pages again after a while: what was rendered is no longer true. */
  #renderSoon(afterMs = debounceMs): void {
    this.#pages = new Map()
    // After a fault, no request waits until it is fixed.
    if (this.#lastFault === undefined) this.#awaited ??= Promise.withResolvers()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        const before = this.#rendering ?? Promise.resolve()
        this.#rendering = before.then(() => this.#render())
      },
      this.#isWanted ? afterMs : idleStartMs,
    ).unref()
  }

  async #render(): Promise<void> {
    if (this.#stop.signal.aborted) return
    this.#isWanted = true
    const timer = this.#timer
    try {
      const { shell, pages } = await renderPages(this.#app, this.#bounding, this.#program, this.#stop.signal)
      if (shell !== (await readFile(this.#shellFile, 'utf8'))) throw new Error('The public pages are of another build.')
      // Something has changed meanwhile, and they must be rendered again.
      if (timer !== this.#timer) return
      this.#pages = new Map(pages.map((page) => [page.path, { ...page, etag: nameContent(page.html) }]))
      this.#lastFault = undefined
      this.#settle()
    } catch (error) {
      if (this.#stop.signal.aborted) return
      this.#report(error)
      this.#settle()
      if (timer === this.#timer) this.#renderSoon(retryMs)
    }
  }

  #settle(): void {
    this.#awaited?.resolve()
    this.#awaited = undefined
  }

  /** Logs a fault, and the same fault only once. */
  #report(error: unknown): void {
    const fault = String(error)
    if (fault !== this.#lastFault) {
      this.#app.log.warn(
        { err: error },
        'public pages not rendered: browsers render them until a later attempt succeeds',
      )
    }
    this.#lastFault = fault
  }

  get #shellFile(): string {
    return join(this.#app.config.webFolder, 'index.html')
  }

  /** Reports whether what is on disk is still what the pages were rendered from. If it is not, they are rendered again. */
  async #areCurrent(): Promise<boolean> {
    const sources = await this.#findSources()
    if (sources === this.#sources) return true
    this.#sources = sources
    if (sources !== undefined) this.#renderSoon()
    return false
  }

  /** Names the build, and the agent's packages, by their times; undefined if there is no build. */
  async #findSources(): Promise<string | undefined> {
    const packages = join(this.#app.config.packagesFolder, version, manifestName)
    const files = [this.#shellFile, this.#program, packages]
    const [shell, program, ...rest] = await Promise.all(files.map(findTime))
    return shell === undefined || program === undefined ? undefined : [shell, program, ...rest].join(' ')
  }
}

/** Reports whether the page of a path, or the one for paths that lead nowhere, has a text that is rendered. */
function isRendered(path: string | undefined): boolean {
  if (path === undefined) return true
  return (
    isWebPath(path) && !unrenderedPaths.some((unrendered) => path === unrendered || path.startsWith(`${unrendered}/`))
  )
}

async function findTime(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs
}

function nameContent(content: Uint8Array): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`
}
