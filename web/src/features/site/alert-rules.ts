import type { Site } from './useSite.ts'

/** A banner that the operator shows to everyone. */
export type SitewideAlert = NonNullable<Site['sitewideAlert']>

/** Reports whether a page shows an alert: the page or all pages are listed, and the alert's time has not ended. */
export function isShownOn({ showOnPages, endDate }: SitewideAlert, path: string, nowMs: number): boolean {
  const page = path === '/' ? path : path.replace(/\/+$/, '')
  if (!showOnPages.includes('all') && !showOnPages.includes(page)) return false
  return endDate === null || nowMs < Date.parse(endDate)
}
