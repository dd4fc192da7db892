import type { ReactNode } from 'react'
import { IconConnected, IconDisconnected } from './icons.ts'
import { TunnelDiagram, type TunnelDiagramProps } from './TunnelDiagram.tsx'
import classes from './TunnelCard.module.css'

interface TunnelCardProps extends TunnelDiagramProps {
  /** The state in words; a change is announced. */
  status: string
  children: ReactNode
}

/** A tunnel as picture, words and facts. */
export function TunnelCard({ status, children, ...diagram }: TunnelCardProps) {
  const StateIcon = diagram.state === 'connected' ? IconConnected : IconDisconnected
  return (
    <section className={classes.root} data-state={diagram.state} aria-label="Tunnel">
      <output className={classes.status}>
        <StateIcon size={18} aria-hidden />
        {status}
      </output>
      <TunnelDiagram {...diagram} />
      {children}
    </section>
  )
}
