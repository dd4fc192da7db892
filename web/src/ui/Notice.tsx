import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconAlert, IconError, IconInfo, IconOk, type Icon } from './icons.ts'
import classes from './Notice.module.css'

/** The tone of a notice. */
export type NoticeTone = 'info' | 'positive' | 'warning' | 'danger'

interface NoticeProps {
  tone: NoticeTone
  title?: string
  children: ReactNode
  /** A button that helps. */
  action?: ReactNode
}

/** The text for the tone, in addition to its colour. */
export const toneIcons: Record<NoticeTone, Icon> = {
  info: IconInfo,
  positive: IconOk,
  warning: IconAlert,
  danger: IconError,
}

/** Something the reader should know here and now. Screen readers announce faults at once, the rest politely. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  const ToneIcon = toneIcons[tone]
  return (
    <div className={classes.root} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <ToneIcon className={classes.icon} size={18} aria-hidden />
      <Box flex="1 1 10rem" miw={0}>
        {title && <strong className={classes.title}>{title}</strong>}
        <div>{children}</div>
      </Box>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
