import { useEffect, useEffectEvent } from 'react'
import { keepDraft, takeDraft } from './drafts.ts'
import { useSession, useSessionState } from './SessionProvider.tsx'

/** The part of a Mantine form that is used here. */
interface DraftForm<Values> {
  getValues: () => Values
  setValues: (values: Partial<Values>) => void
  isDirty: () => boolean
}

/**
 * Keeps what is typed in a form when the session ends unexpectedly, and restores it once the same person has signed in
 * again. Signing out leaves the form first, so nothing is kept then. Not for forms with a password.
 */
export function useDraft<Values extends object>(name: string, form: DraftForm<Values>): void {
  const session = useSession()
  const state = useSessionState()
  const userId = state.status === 'signed-in' ? state.user.id : undefined
  const key = userId && `${userId} ${name}`

  const keep = useEffectEvent((endedKey: string) => {
    if (form.isDirty()) keepDraft(endedKey, form.getValues())
  })
  const restore = useEffectEvent((draft: Partial<Values>) => {
    form.setValues(draft)
    // Rarely needed, so it is not part of the forms' code.
    void import('../ui/notify.ts').then(({ notify }) => notify('What you had typed was restored.'))
  })
  useEffect(() => {
    if (key === undefined) return undefined
    const draft = takeDraft(key)
    if (draft) restore(draft)
    return session.subscribe((event) => {
      if (event === 'signed-out') keep(key)
    })
  }, [key, session])
}
