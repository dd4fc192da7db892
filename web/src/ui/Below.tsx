import type { ReactNode } from 'react'

interface BelowProps {
  /** Whether what stands above has its height. */
  ready: boolean
  children: ReactNode
}

/** Holds what stands below a list or a text that loads: it loads meanwhile, and shows once nothing moves it any more. */
export function Below({ ready, children }: BelowProps) {
  return <div style={{ display: ready ? 'contents' : 'none' }}>{children}</div>
}
