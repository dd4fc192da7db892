import { Notifications, notifications } from '@mantine/notifications'

/** Returns what shows notifications, from now on: the tests of a worker share them. */
export function showNotifications() {
  notifications.clean()
  return <Notifications />
}
