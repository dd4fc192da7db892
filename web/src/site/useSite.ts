import { useQuery, useSubscription } from '@apollo/client/react'
import { useDocumentTitle } from '@mantine/hooks'
import { Site_ChangedDocument, Site_QueryDocument, type Site_SiteFragment } from './useSite.generated.ts'

/** What the operator set for this installation; undefined while it loads. */
export function useSite(): Site_SiteFragment | undefined {
  const { data } = useQuery(Site_QueryDocument, {
    fetchPolicy: 'cache-first',
    context: { withoutSession: true },
  })
  return data?.site
}

/** Keeps what the operator set up to date while the live connection is open anyway. */
export function useLiveSite(): void {
  useSubscription(Site_ChangedDocument, { ignoreResults: true })
}

/** Names the browser's tab after the screen and the product. */
export function useTitle(screen: string): void {
  const site = useSite()
  useDocumentTitle(site ? `${screen} · ${site.brandName}` : screen)
}
