import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useTitle } from '../site/useSite.ts'
import { MessageScreen } from '../ui/MessageScreen.tsx'
import { findPageRequestId } from './page-request-id.ts'

/** The screen of an address that leads nowhere. */
export function NotFoundPage() {
  useTitle('Page not found')
  return (
    <MessageScreen
      framed
      title="Page not found"
      description="This address leads nowhere. It may have moved, or have a typing error."
      requestId={findPageRequestId()}
    >
      <Button component={Link} to="/">
        Go to the home page
      </Button>
    </MessageScreen>
  )
}
