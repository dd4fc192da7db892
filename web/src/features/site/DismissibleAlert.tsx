import { useLocalStorage } from '@mantine/hooks'
import { useLocation } from 'react-router-dom'
import { AlertBanner } from '../../ui/AlertBanner.tsx'
import type { NoticeTone } from '../../ui/Notice.tsx'
import { useNow } from '../../ui/useNow.ts'
import { isShownOn, type SitewideAlert as Alert } from './alert-rules.ts'

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
  return (
    <AlertBanner
      tone={tones[alert.type]}
      title={alert.title}
      message={alert.message}
      onDismiss={alert.dismissible ? () => setDismissedId(alert.id) : undefined}
    />
  )
}
