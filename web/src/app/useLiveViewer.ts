import { useSubscription } from '@apollo/client/react'
import { LiveViewer_ChangedDocument } from './useLiveViewer.generated.ts'

/** Keeps the invitations addressed to the viewer live, whichever account is open. */
export function useLiveViewer(): void {
  useSubscription(LiveViewer_ChangedDocument, { ignoreResults: true })
}
