import { useDisclosure } from '@mantine/hooks'
import { Suspense, useId, useRef, useState, type ReactNode } from 'react'
import { lazyPart } from '../network/chunks.ts'

// Finding where it has room takes arithmetic that weighs a tenth of a screen.
const Tooltip = lazyPart('Tooltip', () => import('./Tooltip.ts'))

/* oxlint-disable jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-tabindex -- what cannot be focused keeps its hint from the keyboard */

interface HintProps {
  className?: string | undefined
  /** The text shown on hover and focus. */
  label: string
  children: ReactNode
}

/** Words with an explanation on hover and focus. The component that shows it is loaded on first use. */
export function Hint({ className, label, children }: HintProps) {
  const id = useId()
  const target = useRef<HTMLSpanElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [opened, hint] = useDisclosure(false, { onOpen: () => setWanted(true) })
  return (
    <>
      <span
        ref={target}
        className={className}
        tabIndex={0}
        aria-describedby={opened ? id : undefined}
        onPointerEnter={hint.open}
        onPointerLeave={hint.close}
        onFocus={hint.open}
        onBlur={hint.close}
        onKeyDown={({ key }) => key === 'Escape' && hint.close()}
      >
        {children}
      </span>
      <Suspense>
        {isWanted && <Tooltip target={target} label={<span id={id}>{label}</span>} opened={opened} />}
      </Suspense>
    </>
  )
}
