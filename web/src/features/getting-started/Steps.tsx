import { Button, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { lazyPart } from '../../network/chunks.ts'
import { Panel } from '../../ui/Panel.tsx'
import { areStepsDismissed, dismissSteps } from './dismissed-steps.ts'
import type { StartingAccount } from './starting-account.ts'
import { Step } from './Step.tsx'

// Not loaded by people whose steps are done, until they open one.
const InstallGuide = lazyPart('InstallGuide', async () => (await import('../install/InstallGuide.tsx')).InstallGuide)
const AuthenticateStep = lazyPart(
  'AuthenticateStep',
  async () => (await import('./AuthenticateStep.tsx')).AuthenticateStep,
)

interface StepsProps {
  account: StartingAccount
  /** Whether a tunnel of the account has been connected. */
  hasConnected: boolean
  /** Whether the steps are below an overview, where they can be dismissed. */
  areBelow?: boolean
  /** The content of the last step. */
  children: ReactNode
}

/** The three steps to a public URL. Once all are done, they can be dismissed, and shown again. */
export function Steps({ account, hasConnected, areBelow = false, children }: StepsProps) {
  const { id, authToken, machineTokens, active, past } = account
  const [isDismissed, setDismissed] = useState(() => areStepsDismissed(id))
  const isAuthenticated = authToken !== null || machineTokens.length > 0
  const canDismiss = areBelow && isAuthenticated && hasConnected
  const dismiss = (dismissed: boolean) => {
    dismissSteps(id, dismissed)
    setDismissed(dismissed)
  }
  return (
    <Panel
      title={areBelow ? 'Set-up' : undefined}
      aside={
        canDismiss && (
          <Button variant="default" size="xs" aria-expanded={!isDismissed} onClick={() => dismiss(!isDismissed)}>
            {isDismissed ? 'Show the steps' : 'Dismiss the steps'}
          </Button>
        )
      }
    >
      {canDismiss && isDismissed ? (
        <Text size="sm" c="dimmed">
          All three steps are done.
        </Text>
      ) : (
        <ol>
          <Step
            number={1}
            title="Install the agent"
            description="On the machine where your application runs: Windows 10+, macOS 10.15+ or Ubuntu 18.04+."
            done={active.totalCount + past.totalCount > 0 || hasConnected}
            height={450}
          >
            <InstallGuide brief />
          </Step>
          <Step
            number={2}
            title="Authenticate"
            description="Sign the machine in once: the dashboard asks you to approve it. Commands there then need neither the server's address nor a secret."
            done={isAuthenticated}
            height={110}
          >
            <AuthenticateStep accountId={id} token={authToken} />
          </Step>
          <Step
            number={3}
            title="Start tunneling"
            description="Run the command on the machine where your application runs."
            done={hasConnected}
            height={520}
          >
            {children}
          </Step>
        </ol>
      )}
    </Panel>
  )
}
