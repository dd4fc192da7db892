import { ApolloClient, ApolloLink, makeVar } from '@apollo/client'
import type { InMemoryCache } from '@apollo/client/cache'
import { prerenderStatic } from '@apollo/client/react/ssr'
import type { PageAnswer, RenderedPage } from '@culvert/schema/rendered-pages'
import { webPaths } from '@culvert/schema/web-paths'
import { print } from 'graphql'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { from, switchMap } from 'rxjs'
import built from 'virtual:built-dashboard'
import { App } from '../src/app/App.tsx'
import type { Services } from '../src/app/services.ts'
import { SessionStore } from '../src/auth/session-store.ts'
import { sections } from '../src/features/docs/sections.ts'
import { createCache } from '../src/graphql/cache.ts'
import type { LiveStatus } from '../src/graphql/live-connection.ts'
import { type PageNotes, PageNotesContext } from '../src/network/served-page.ts'
import { compress } from './compress.ts'
import { fillShell } from './fill-shell.ts'

export const { shell } = built

/** Answers a query as the API does for a client that is not signed in. */
type RunQuery = (query: string, variables: Record<string, unknown>) => Promise<PageAnswer['result']>

interface PublicPage {
  /** Undefined for the page of unknown paths. */
  path: string | undefined
  /** The path that search engines should list instead. */
  canonical?: string
  /** Gets a title and a description only; the content is rendered in the browser. */
  headOnly?: boolean
}

const publicPages: PublicPage[] = [
  { path: webPaths.home },
  { path: webPaths.pricing },
  { path: webPaths.download },
  { path: webPaths.docs, canonical: `${webPaths.docs}/${sections[0]?.id}` },
  ...sections.map(({ id }) => ({ path: `${webPaths.docs}/${id}` })),
  { path: webPaths.contact },
  { path: webPaths.reportIssue },
  { path: webPaths.terms },
  { path: webPaths.privacy },
  // Browsers fill in passwords only if the form stays unchanged.
  { path: webPaths.signIn, headOnly: true },
  { path: webPaths.signUp, headOnly: true },
  { path: undefined },
]

/** Renders the public pages one after another. Rejects if one of them cannot be rendered. */
export async function renderPages(runQuery: RunQuery): Promise<RenderedPage[]> {
  const runQueryOnce = cacheAnswers(runQuery)
  const rendered: RenderedPage[] = []
  for (const page of publicPages) {
    const { markup, notes, data } = await render(page.path ?? '/no-such-page', runQueryOnce)
    const site = await runQueryOnce('{ site { brandName serverUrl } }', {})
    const html = fillShell(built, {
      ...notes,
      ...readSite(site),
      markup: page.headOnly ? '' : markup,
      data,
      parts: [...notes.parts],
      path: page.canonical ?? page.path,
    })
    rendered.push({ path: page.path, listed: page.path !== undefined && !page.canonical, ...(await compress(html)) })
  }
  return rendered
}

function readSite({ data }: PageAnswer['result']): { brandName: string; serverUrl: string } {
  const site = data?.['site']
  if (typeof site !== 'object' || site === null || !('brandName' in site) || !('serverUrl' in site)) {
    throw new Error('The API did not say what the site is called, and where it is.')
  }
  return { brandName: String(site.brandName), serverUrl: String(site.serverUrl) }
}

function cacheAnswers(runQuery: RunQuery): RunQuery {
  const answers = new Map<string, Promise<PageAnswer['result']>>()
  return (query, variables) => {
    const key = JSON.stringify([query, variables])
    const answer = answers.get(key) ?? runQuery(query, variables)
    answers.set(key, answer)
    return answer
  }
}

async function render(path: string, runQuery: RunQuery): Promise<{ markup: string; notes: PageNotes; data: object }> {
  const notes: PageNotes = { title: '', description: '', parts: new Set() }
  const cache = createCache()
  const services = createServices(runQuery, cache)
  const faults: unknown[] = []
  const router = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>
  const { result } = await prerenderStatic({
    tree: (
      <PageNotesContext value={notes}>
        <App services={services} router={router} />
      </PageNotesContext>
    ),
    renderFunction: (tree) =>
      prerender(tree, {
        onError: (error) => void faults.push(error),
        // Otherwise an inline script would insert long parts, which the content security policy refuses.
        progressiveChunkSize: Infinity,
      }),
  })
  if (faults.length > 0) throw new Error(`${path} could not be drawn.`, { cause: faults[0] })
  return { markup: result, notes, data: cache.extract() }
}

const refused = () => Promise.reject(new Error('Nobody is signed in where public pages are drawn.'))

function createServices(runQuery: RunQuery, cache: InMemoryCache): Services {
  const answering = new ApolloLink(({ query, variables }) =>
    from(runQuery(print(query), variables)).pipe(switchMap((result) => [result])),
  )
  const session = new SessionStore(
    { refreshSession: refused, signOut: refused, isRetryable: () => false },
    { alone: (task) => task(), post: () => undefined, listen: () => () => undefined },
  )
  return {
    session,
    connection: {
      client: new ApolloClient({ cache, link: answering, ssrMode: true }),
      serverReachable: makeVar(true),
      liveStatus: makeVar<LiveStatus>('idle'),
      disconnect: () => undefined,
    },
  }
}
