import type { ReactNode } from 'react'

interface BelowProps {
  /** Whether the content above has its final height. */
  ready: boolean
  children: ReactNode
}

/** Holds the content below a list or text that loads: it loads meanwhile, and appears once nothing moves it any more. */
export function Below({ ready, children }: BelowProps) {
  return <div style={{ display: ready ? 'contents' : 'none' }}>{children}</div>
}
