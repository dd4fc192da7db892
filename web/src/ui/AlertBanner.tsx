import { CloseButton } from '@mantine/core'
import classes from './AlertBanner.module.css'
import { toneIcons, type NoticeTone } from './Notice.tsx'

interface AlertBannerProps {
  tone: NoticeTone
  title: string | null
  message: string
  /** Called when the reader closes it. An alert without it cannot be closed. */
  onDismiss?: () => void
}

/** A line across the window, above everything else. */
export function AlertBanner({ tone, title, message, onDismiss }: AlertBannerProps) {
  const ToneIcon = toneIcons[tone]
  return (
    <section className={classes.root} data-tone={tone} aria-label="Announcement">
      <ToneIcon className={classes.icon} size={18} aria-hidden />
      <p className={classes.words}>
        {title && <strong>{title} </strong>}
        {message}
      </p>
      {onDismiss && <CloseButton aria-label="Dismiss the announcement" onClick={onDismiss} />}
    </section>
  )
}
