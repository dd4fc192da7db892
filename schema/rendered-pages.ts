/** The messages between the API and the program that renders the public pages, over the channel that Node gives a parent and its child. */

/** From the program: a query whose answer a page shows. */
export interface PageQuery {
  kind: 'query'
  id: number
  query: string
  variables: Record<string, unknown>
}

/** To the program: the answer, as GraphQL has it. */
export interface PageAnswer {
  id: number
  result: { data?: Record<string, unknown> | null; errors?: readonly { message: string }[] }
}

/** A page as it is served. */
export interface RenderedPage {
  /** Its path; undefined for the page of a path that leads nowhere. */
  path: string | undefined
  /** Whether search engines are to list it at this path. */
  listed: boolean
  html: Uint8Array
  brotli: Uint8Array
  gzip: Uint8Array
}

/** From the program: all pages, at its end. */
export interface RenderedPages {
  kind: 'pages'
  /** The index.html that they were made of: pages of another build name files that are gone. */
  shell: string
  pages: RenderedPage[]
}
