import { Suspense } from 'react'
import { lazyPart } from '../../network/chunks.ts'
import { useSite } from './useSite.ts'

// Most installations have no alert.
const DismissibleAlert = lazyPart('DismissibleAlert', () => import('./DismissibleAlert.tsx'))

/** The operator's alert above a page, until the reader closes it. A later alert is shown again. */
export function SitewideAlert() {
  const alert = useSite()?.sitewideAlert
  return <Suspense>{alert && <DismissibleAlert alert={alert} />}</Suspense>
}
