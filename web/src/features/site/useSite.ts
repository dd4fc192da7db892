import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { useDocumentTitle } from '@mantine/hooks'
import { graphql } from '../../graphql/generated/gql.ts'

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

/** Sets the page title to the screen's and the product's name. */
export function useTitle(screen: string): void {
  const site = useSite()
  useDocumentTitle(site ? `${screen} · ${site.brandName}` : screen)
}
