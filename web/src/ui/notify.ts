import { notifications } from '@mantine/notifications'
import { announceNotification } from './first-notification.ts'

/** Shows a short notification that something worked. */
export function notify(message: string): void {
  notifications.show({ message })
  announceNotification()
}
