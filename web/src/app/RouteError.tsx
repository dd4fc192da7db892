import { Button } from '@mantine/core'
import { MessageScreen } from '../ui/MessageScreen.tsx'

/** Stands in for a screen that broke, or whose code could not be loaded because a newer version was installed. */
export function RouteError() {
  return (
    <MessageScreen
      title="This page could not be shown"
      description="It broke, or a newer version was installed since you opened it. Loading it again usually helps."
    >
      <Button onClick={() => location.reload()}>Load again</Button>
    </MessageScreen>
  )
}
