import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { useDocumentTitle } from '@mantine/hooks'
import { use } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { PageNotesContext } from '../../network/served-page.ts'

const siteFragment = graphql(`
  fragment Site_Site on Site {
    brandName
    version
    serverUrl
    exampleUrl
    planChanges
    certificateAuthority
    availableSubpointDomains {
      domain
      isDefault
    }
    contact {
      email
      phone
      address
      chatUrl
    }
    sitewideAlert {
      id
      title
      message
      type
      startDate
      endDate
      showOnPages
      dismissible
    }
  }
`)

export type Site = ResultOf<typeof siteFragment>

const siteQuery = graphql(`
  query Site_Query {
    site {
      ...Site_Site
    }
  }
`)

/** The query of the operator's settings, for components that report its failure. */
export const useSiteQuery = () => useQuery(siteQuery, { fetchPolicy: 'cache-first', context: { withoutSession: true } })

/** The operator's settings; undefined while they load. */
export function useSite(): Site | undefined {
  return useSiteQuery().data?.site
}

/** How often a page without a session asks for the operator's settings, in milliseconds. */
const renewMs = 60_000

/** Keeps the operator's settings fresh without a session, which would receive changes: an alert appears on a page that stays open. */
export function useFreshSite(): void {
  useQuery(siteQuery, {
    fetchPolicy: 'cache-first',
    context: { withoutSession: true },
    pollInterval: renewMs,
    skipPollAttempt: () => document.hidden,
  })
}

/** Sets the page title to the screen's and the product's name. The description is for previews of links to a public page. */
export function useTitle(screen: string, description = ''): void {
  const site = useSite()
  const title = site ? `${screen} · ${site.brandName}` : screen
  const notes = use(PageNotesContext)
  if (notes) Object.assign(notes, { title, description })
  useDocumentTitle(title)
}
