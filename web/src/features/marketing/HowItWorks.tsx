import { webPaths } from '@culvert/schema/web-paths'
import { Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AgentCommand } from '../install/AgentCommand.tsx'
import { SetAuthIdCommand } from '../install/SetAuthIdCommand.tsx'
import { findOwnSystem } from '../install/systems.ts'
import { useInstallation } from '../install/useInstallation.ts'
import { useIsSignedIn } from '../../auth/SessionProvider.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { claims } from '../site/claims.ts'
import classes from './HowItWorks.module.css'

/** The three steps, each with the command that does it. */
export function HowItWorks() {
  const { installCommand } = useInstallation()
  const isSignedIn = useIsSignedIn()
  const [guide] = useState(findOwnSystem)
  return (
    <ol className={classes.root}>
      <li>
        <Title order={3}>Install the agent</Title>
        <p>It is one package for Node.js 20 or later, served by this installation.</p>
        <CodeBlock command={installCommand} />
      </li>
      <li>
        <Title order={3}>Authenticate</Title>
        <p>
          {isSignedIn ? (
            <Link to={webPaths.authId}>Create your AuthID</Link>
          ) : (
            <>
              <Link to={webPaths.signUp}>Sign up</Link>, create your AuthID
            </>
          )}{' '}
          and give it to your terminal. It says whose tunnel it is.
        </p>
        <SetAuthIdCommand guide={guide} />
      </li>
      <li>
        <Title order={3}>Start tunneling</Title>
        <p>{claims.printedRequests}</p>
        <AgentCommand secret={null} />
      </li>
    </ol>
  )
}
