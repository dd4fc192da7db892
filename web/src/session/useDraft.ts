import { useEffect, useEffectEvent } from 'react'
import { keepDraft, takeDraft } from './drafts.ts'
import { useSession, useSessionState } from './SessionProvider.tsx'

/** What is needed of a Mantine form. */
interface DraftForm<Values> {
  getValues: () => Values
  setValues: (values: Partial<Values>) => void
  isDirty: () => boolean
}

/**
 * Keeps what is typed in a form when the session ends in the middle of it, and brings it back once the same person has signed in
 * again. Whoever signs out has left the form before: nothing of theirs is kept. Not for forms with a password.
 */
export function useDraft<Values extends object>(name: string, form: DraftForm<Values>): void {
  const session = useSession()
  const state = useSessionState()
  const userId = state.status === 'signed-in' ? state.user.id : undefined
  const key = userId && `${userId} ${name}`

  const keep = useEffectEvent((endedKey: string) => {
    if (form.isDirty()) keepDraft(endedKey, form.getValues())
  })
  const bringBack = useEffectEvent((draft: Partial<Values>) => {
    form.setValues(draft)
    // Seldom needed, so that forms do without it at first.
    void import('../ui/notify.ts').then(({ notify }) => notify('What you had typed is here again.'))
  })
  useEffect(() => {
    if (key === undefined) return undefined
    const draft = takeDraft(key)
    if (draft) bringBack(draft)
    return session.subscribe((event) => {
      if (event === 'signed-out') keep(key)
    })
  }, [key, session])
}
