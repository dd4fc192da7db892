import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useLocation } from 'react-router-dom'
import { toneIcons, type NoticeTone } from '../../ui/Notice.tsx'
import { useNow } from '../../ui/useNow.ts'
import { isShownOn, type SitewideAlert as Alert } from './alert-rules.ts'
import classes from './DismissibleAlert.module.css'

const tones: Record<Alert['type'], NoticeTone> = {
  info: 'info',
  warning: 'warning',
  error: 'danger',
  success: 'positive',
}

/** An alert disappears within this time of its end. */
const clockTickMs = 30_000

/** The operator's alert, until its end date or until the reader closes it. */
export function DismissibleAlert({ alert }: { alert: Alert }) {
  const { pathname } = useLocation()
  const now = useNow(clockTickMs)
  const [dismissedId, setDismissedId] = useLocalStorage({
    key: 'culvert:dismissed-alert',
    getInitialValueInEffect: false,
    defaultValue: '',
  })
  if (alert.id === dismissedId || !isShownOn(alert, pathname, now)) return null
  const { id, title, message, dismissible } = alert
  const tone = tones[alert.type]
  const ToneIcon = toneIcons[tone]
  return (
    <section className={classes.root} data-tone={tone} data-alert={id} aria-label="Announcement">
      <ToneIcon className={classes.icon} size={18} aria-hidden />
      <p className={classes.words}>
        {title && <strong>{title} </strong>}
        {message}
      </p>
      {dismissible && <CloseButton aria-label="Dismiss the announcement" onClick={() => setDismissedId(id)} />}
    </section>
  )
}
