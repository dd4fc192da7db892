import { webPaths } from '@culvert/schema/web-paths'
import { Button, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { getAgentCommand } from '../install/agent-command.ts'
import { useOwnSecret } from '../auth-tokens/useOwnSecret.ts'
import { useIsSignedIn } from '../../auth/SessionProvider.tsx'
import { useSite } from '../site/useSite.ts'
import { maskSecret } from '../../ui/mask-secret.ts'
import { Terminal } from './Terminal.tsx'
import { TunnelDiagram } from '../../ui/TunnelDiagram.tsx'
import classes from './Hero.module.css'

/** The product in one sentence, and in a terminal. */
export function Hero() {
  const isSignedIn = useIsSignedIn()
  const site = useSite()
  const secret = useOwnSecret()
  const publicUrl = nameRandomly(site?.exampleUrl ?? 'http://demo-ada.culvert.localhost:8080')
  return (
    <div className={classes.root}>
      <div className={classes.words}>
        <Title order={1} className={classes.title}>
          A public URL for the app on your machine
        </Title>
        <p className={classes.lead}>
          Show your work, receive webhooks, test on a phone. One command opens a tunnel from the internet to your local
          port, through a server that you can host yourself.
        </p>
        <div className={classes.actions}>
          {isSignedIn ? (
            <>
              <Button component={Link} to={webPaths.gettingStarted} size="md">
                Go to Dashboard
              </Button>
              <Button component={Link} to={webPaths.logout} size="md" variant="default">
                Sign Out
              </Button>
            </>
          ) : (
            <>
              <Button component={Link} to={webPaths.signUp} size="md">
                Get Early Access
              </Button>
              <Button component={Link} to={webPaths.docs} size="md" variant="default">
                View Documentation
              </Button>
            </>
          )}
        </div>
      </div>
      <div className={classes.picture}>
        <Terminal
          label="The culvert command with an open tunnel"
          command={getAgentCommand({
            port: '3000',
            secret: secret && maskSecret(secret),
            serverUrl: site?.serverUrl ?? location.origin,
          })}
          output={[
            `Public URL   ${publicUrl}`,
            'Forwards to  http://localhost:3000',
            '',
            '14:02:11  GET      200     12 ms  /',
            '14:02:11  GET      200      3 ms  /app.css',
            '14:02:14  POST     201     41 ms  /webhook',
            '',
            '● Connected · edge 9 ms · 3 requests',
          ]}
        />
        <TunnelDiagram
          state="connected"
          hostname={new URL(publicUrl).hostname}
          origin="localhost:3000"
          requestCount={0}
        />
      </div>
    </div>
  )
}

/** What the command prints without a gateway: a random hostname for one session. */
function nameRandomly(exampleUrl: string): string {
  return exampleUrl.replace('demo-ada', 'calm-brook-7k2q')
}
