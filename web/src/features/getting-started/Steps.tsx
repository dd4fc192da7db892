import { Button, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../../network/chunks.ts'
import { browserStore } from '../../network/storage.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { StartingAccount } from './starting-account.ts'
import { IconCheck, IconNext } from '../../ui/icons.ts'
import classes from './Steps.module.css'

// Not loaded by people whose steps are done, until they open one.
const InstallGuide = lazyPart('InstallGuide', () => import('../install/InstallGuide.tsx'))
const AuthenticateStep = lazyPart('AuthenticateStep', () => import('./AuthenticateStep.tsx'))

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
  const key = `culvert:steps-dismissed:${id}`
  const [isDismissed, setDismissed] = useState(() => browserStore.find(key) !== undefined)
  const isAuthenticated = authToken !== null || machineTokens.length > 0
  const canDismiss = areBelow && isAuthenticated && hasConnected
  const dismiss = (dismissed: boolean) => {
    if (dismissed) browserStore.keep(key, 'true')
    else browserStore.forget(key)
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

interface StepProps {
  number: number
  title: string
  description: ReactNode
  done: boolean
  /** The approximate height of the content, in pixels, so that nothing moves when it appears. */
  height: number
  /** Drawn once it is opened. */
  children: ReactNode
}

/** One step of a list, with its state: closed if it was done before. A line that fills as steps are done connects them. */
function Step({ number, title, description, done, height, children }: StepProps) {
  // A step that is completed while the reader works on it does not close.
  const [opened] = useState(!done)
  const [isWanted, setWanted] = useState(opened)
  return (
    <li className={classes.step} data-done={done}>
      <span className={classes.marker} aria-hidden="true">
        {done ? <IconCheck size={17} stroke={2.4} /> : number}
      </span>
      <details
        className={classes.details}
        open={opened}
        onToggle={(event) => event.currentTarget.open && setWanted(true)}
      >
        <summary className={classes.header}>
          <Title order={2}>
            {title}
            <VisuallyHidden>{done ? ' (done)' : ' (to do)'}</VisuallyHidden>
          </Title>
          <IconNext className={classes.arrow} size={18} aria-hidden />
        </summary>
        <Text c="dimmed" size="sm" maw="40rem">
          {description}
        </Text>
        <div className={classes.content}>
          {isWanted && <Suspense fallback={<Skeleton height={height} radius="md" />}>{children}</Suspense>}
        </div>
      </details>
    </li>
  )
}
