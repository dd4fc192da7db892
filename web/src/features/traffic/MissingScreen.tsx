import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { MessageScreen } from '../../ui/MessageScreen.tsx'
import { useTitle } from '../site/useSite.ts'

interface MissingScreenProps {
  /** The kind of object that is missing, for example `gateway`. */
  what: string
  /** The list of those that exist. */
  list: string
}

/** Replaces the page of a gateway or an agent that the account does not have. */
export function MissingScreen({ what, list }: MissingScreenProps) {
  useTitle(`No such ${what}`)
  return (
    <MessageScreen
      framed
      title={`No such ${what}`}
      description={`This account has no ${what} at this address. It may belong to another of your accounts.`}
    >
      <Button component={Link} to={list}>
        See all {what}s
      </Button>
    </MessageScreen>
  )
}
