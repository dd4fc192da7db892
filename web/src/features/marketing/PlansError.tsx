import { Suspense } from 'react'
import { lazyPart } from '../../network/chunks.ts'
import { PlanCardsLoading } from './PlanCardsLoading.tsx'

// Few readers see it.
const QueryError = lazyPart('QueryError', () => import('../../graphql/QueryError.tsx'))

interface PlansErrorProps {
  error: unknown
  onRetry: () => void
}

/** Says why the plans could not be loaded, and offers another attempt. */
export function PlansError({ error, onRetry }: PlansErrorProps) {
  return (
    <Suspense fallback={<PlanCardsLoading />}>
      <QueryError what="the plans" error={error} onRetry={onRetry} />
    </Suspense>
  )
}
