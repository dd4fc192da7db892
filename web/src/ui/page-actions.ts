import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Something that the open page can do, which the command palette offers. */
export interface PageAction {
  label: string
  /** The object of the action. */
  detail: string
  run: () => void
}

let offered: readonly PageAction[] = []
const listeners = new Set<() => void>()

/** Offers an action while the component is shown; undefined offers nothing. */
export function useOfferedAction(action: PageAction | undefined): void {
  const { label, detail } = action ?? {}
  const run = useRef<() => void>(undefined)
  useEffect(() => {
    run.current = action?.run
  })
  useEffect(() => {
    if (label === undefined || detail === undefined) return undefined
    const added = { label, detail, run: () => run.current?.() }
    set([...offered, added])
    return () => set(offered.filter((each) => each !== added))
  }, [label, detail])
}

/** Returns the actions of the open page. */
export function usePageActions(): readonly PageAction[] {
  return useSyncExternalStore(subscribe, read)
}

function set(actions: readonly PageAction[]): void {
  offered = actions
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const read = () => offered
