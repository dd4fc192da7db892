import { notifications } from '@mantine/notifications'

/** Says in passing that something worked. */
export function notify(message: string): void {
  notifications.show({ message })
}
