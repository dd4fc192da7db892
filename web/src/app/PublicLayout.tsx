import { Fragment, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useFreshSite } from '../features/site/useSite.ts'
import { SitewideAlert } from '../features/site/SitewideAlert.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { PublicFooter } from './PublicFooter.tsx'
import { PublicHeader } from './PublicHeader.tsx'
import classes from './PublicLayout.module.css'
import { ScrollToLocation } from './ScrollToLocation.tsx'

/** The layout of the public pages. */
export function PublicLayout() {
  const { pathname } = useLocation()
  useFreshSite()
  return (
    <div className={classes.root}>
      <SkipLink />
      <SitewideAlert />
      {/* On another page the menu is closed. */}
      <PublicHeader key={pathname} />
      <ConnectionBanner />
      <main id="content" className={classes.content} tabIndex={-1}>
        <Suspense>
          <Fragment key={pathname}>
            <ErrorBoundary framed>
              <Outlet />
            </ErrorBoundary>
            <ScrollToLocation />
          </Fragment>
        </Suspense>
      </main>
      <PublicFooter />
    </div>
  )
}
