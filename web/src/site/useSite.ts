import { useQuery } from '@apollo/client/react'
import { useDocumentTitle } from '@mantine/hooks'
import { Site_QueryDocument, type Site_SiteFragment } from './useSite.generated.ts'

/** What the operator set for this installation, for those who say so when it could not be loaded. */
export const useSiteQuery = () =>
  useQuery(Site_QueryDocument, { fetchPolicy: 'cache-first', context: { withoutSession: true } })

/** What the operator set for this installation; undefined while it loads. */
export function useSite(): Site_SiteFragment | undefined {
  return useSiteQuery().data?.site
}

/** Names the browser's tab after the screen and the product. */
export function useTitle(screen: string): void {
  const site = useSite()
  useDocumentTitle(site ? `${screen} · ${site.brandName}` : screen)
}
