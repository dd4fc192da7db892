import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../graphql/ActionDialog.tsx'
import { formatNumber } from '../ui/format.ts'
import { notify } from '../ui/notify.ts'
import { Panel } from '../ui/Panel.tsx'
import { SessionPanel_EndSessionDocument, SessionPanel_SignOutDocument } from './SessionPanel.generated.ts'
import type { SessionTable_AuthSessionFragment } from './SessionTable.generated.ts'
import { SessionTable } from './SessionTable.tsx'
import { describeUserAgent } from './user-agent.ts'

interface SessionPanelProps {
  /** Undefined while they load. */
  sessions: SessionTable_AuthSessionFragment[] | undefined
  /** Sessions have ended. */
  onChanged: () => void
}

/** Where the viewer is signed in, and how to end it there. */
export function SessionPanel({ sessions, onChanged }: SessionPanelProps) {
  const [ending, setEnding] = useState<SessionTable_AuthSessionFragment>()
  const [endingOthers, setEndingOthers] = useState<SessionTable_AuthSessionFragment[]>()
  const others = sessions?.filter(({ current }) => !current) ?? []

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
        item={ending}
        title={() => 'Sign out a device'}
        confirmLabel="Sign out"
        document={SessionPanel_EndSessionDocument}
        variables={({ id }) => ({ input: { id } })}
        onDone={onChanged}
        onClose={() => setEnding(undefined)}
      >
        {({ userAgent, ipAddress }) => (
          <Text size="sm">
            {describeUserAgent(userAgent)} at {ipAddress ?? 'an unknown address'} is signed out at once. Running agents
            keep running.
          </Text>
        )}
      </ActionDialog>
      <ActionDialog
        item={endingOthers}
        title={() => 'Sign out everywhere else'}
        confirmLabel="Sign out everywhere else"
        document={SessionPanel_SignOutDocument}
        variables={() => ({ input: { scope: 'OTHERS' as const } })}
        onDone={() => {
          onChanged()
          notify('You are signed in on this device only.')
        }}
        onClose={() => setEndingOthers(undefined)}
      >
        {(listed) => (
          <Text size="sm">
            You are signed out of {formatNumber(listed.length, 'other session')} at once. Running agents keep running.
          </Text>
        )}
      </ActionDialog>
    </Panel>
  )
}
