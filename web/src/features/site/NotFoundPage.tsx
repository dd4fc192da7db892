import { webPaths } from '@culvert/schema/web-paths'
import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import { useTitle } from './useSite.ts'
import { MessageScreen } from '../../ui/MessageScreen.tsx'
import { findPageRequestId } from './page-request-id.ts'

/** The screen for an unknown address, in the frame of the address's area. */
export function NotFoundPage() {
  useTitle('Page not found')
  const isAdmin = useLocation().pathname.startsWith(`${webPaths.admin}/`)
  return (
    <MessageScreen
      framed
      title="Page not found"
      description="This address leads nowhere. The page may have moved, or the address may be mistyped."
      requestId={findPageRequestId()}
    >
      <Button component={Link} to={isAdmin ? webPaths.gettingStarted : webPaths.home}>
        {isAdmin ? 'Go to the dashboard' : 'Go to the home page'}
      </Button>
    </MessageScreen>
  )
}
