import { Suspense, useSyncExternalStore } from 'react'
import { useSession } from '../../auth/SessionProvider.tsx'
import { lazyPart } from '../../network/chunks.ts'

const IdentityDialog = lazyPart('IdentityDialog', () => import('./IdentityDialog.tsx'))

/** Asks the reader to prove who they are while an operation waits for it. */
export function IdentityGate() {
  const { proofs } = useSession()
  const request = useSyncExternalStore(proofs.subscribe, proofs.getRequest, proofs.getRequest)
  return <Suspense>{request && <IdentityDialog request={request} />}</Suspense>
}
