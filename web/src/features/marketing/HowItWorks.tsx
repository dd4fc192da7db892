import { webPaths } from '@culvert/schema/web-paths'
import { Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { LoginCommand } from '../install/LoginCommand.tsx'
import { useInstallation } from '../install/useInstallation.ts'
import { useIsSignedIn } from '../../auth/SessionProvider.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { claims } from '../site/claims.ts'
import classes from './HowItWorks.module.css'

/** The three steps, each with its command. */
export function HowItWorks() {
  const { installCommand } = useInstallation()
  const isSignedIn = useIsSignedIn()
  return (
    <ol className={classes.root}>
      <li>
        <Title order={3}>Install the agent</Title>
        <p>It is one package for Node.js 20 or later, served by this installation.</p>
        <CodeBlock command={installCommand} />
      </li>
      <li>
        <Title order={3}>Authenticate</Title>
        <p data-by-session>
          {isSignedIn ? (
            'Sign this machine in'
          ) : (
            <>
              <Link to={webPaths.signUp}>Sign up</Link>, then sign your machine in
            </>
          )}
          : the dashboard asks you once to approve it.
        </p>
        <LoginCommand />
      </li>
      <li>
        <Title order={3}>Start tunneling</Title>
        <p>{claims.printedRequests}</p>
        <CodeBlock command="culvert http 3000" />
      </li>
    </ol>
  )
}
