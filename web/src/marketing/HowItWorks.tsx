import { Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { AgentCommand } from '../agents/AgentCommand.tsx'
import { useOwnSecret } from '../auth-tokens/useOwnSecret.ts'
import { useInstallation } from '../install/useInstallation.ts'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import classes from './HowItWorks.module.css'

/** The three steps, each with the command that does it. */
export function HowItWorks() {
  const { installCommand } = useInstallation()
  const secret = useOwnSecret()
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
          <Link to="/signup">Sign up</Link> and create your AuthID. It says whose tunnel it is, and you can end it at
          any time.
        </p>
      </li>
      <li>
        <Title order={3}>Start tunneling</Title>
        <p>Name the port. The command prints the public URL and every request that arrives.</p>
        <AgentCommand secret={secret} />
      </li>
    </ol>
  )
}
