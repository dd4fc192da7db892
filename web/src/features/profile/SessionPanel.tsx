import { describeUserAgent } from '@culvert/schema/user-agent'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ActionDialog } from '../../graphql/ActionDialog.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { formatNumber } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type AuthSession, SessionTable } from './SessionTable.tsx'

const endSessionMutation = graphql(`
  mutation SessionPanel_EndSession($input: EndSessionInput!) {
    endSession(input: $input) {
      session {
        id
      }
    }
  }
`)

const signOutMutation = graphql(`
  mutation SessionPanel_SignOut($input: SignOutInput!) {
    signOut(input: $input) {
      ended
    }
  }
`)

interface SessionPanelProps {
  /** Undefined while they load. */
  sessions: AuthSession[] | undefined
  /** Called when sessions have ended. */
  onChanged: () => void
}

/** The viewer's sessions, with buttons to end them. */
export function SessionPanel({ sessions, onChanged }: SessionPanelProps) {
  const [ending, setEnding] = useState<AuthSession>()
  const [endingOthers, setEndingOthers] = useState<AuthSession[]>()
  const others = sessions?.filter(({ current }) => !current) ?? []
  // The e-mail about a new sign-in links to the button that ends it.
  const [query, setQuery] = useSearchParams()
  const asked = others.find(({ id }) => id === query.get('session'))
  const close = () => {
    setEnding(undefined)
    if (query.has('session')) setQuery({}, { replace: true })
  }

  return (
    <Panel
      title="Sessions"
      description="Where you are signed in."
      aside={
        others.length > 0 && (
          <Button variant="default" size="xs" onClick={() => setEndingOthers(others)}>
            Sign out everywhere else
          </Button>
        )
      }
      flush
    >
      <SessionTable sessions={sessions} onEnd={setEnding} />
      <ActionDialog
        item={ending ?? asked}
        title={() => 'Sign out a device'}
        confirmLabel="Sign out"
        document={endSessionMutation}
        variables={({ id }) => ({ input: { id } })}
        onDone={onChanged}
        onClose={close}
      >
        {({ userAgent, ipAddress }) => (
          <p>
            {describeUserAgent(userAgent)} at {ipAddress ?? 'an unknown address'} is signed out at once. Running agents
            keep running.
          </p>
        )}
      </ActionDialog>
      <ActionDialog
        item={endingOthers}
        title={() => 'Sign out everywhere else'}
        confirmLabel="Sign out everywhere else"
        document={signOutMutation}
        variables={() => ({ input: { scope: 'OTHERS' as const } })}
        onDone={() => {
          onChanged()
          notify('You are signed in on this device only.')
        }}
        onClose={() => setEndingOthers(undefined)}
      >
        {(listed) => (
          <p>
            You are signed out of {formatNumber(listed.length, 'other session')} at once. Running agents keep running.
          </p>
        )}
      </ActionDialog>
    </Panel>
  )
}
