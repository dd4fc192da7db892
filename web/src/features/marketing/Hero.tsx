import { webPaths } from '@culvert/schema/web-paths'
import { Button, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useIsSignedIn } from '../../auth/SessionProvider.tsx'
import { claims } from '../site/claims.ts'
import { useSite } from '../site/useSite.ts'
import { Terminal } from './Terminal.tsx'
import { TunnelDiagram } from '../../ui/TunnelDiagram.tsx'
import classes from './Hero.module.css'

/** The product in one sentence, and in a terminal. */
export function Hero() {
  const isSignedIn = useIsSignedIn()
  const site = useSite()
  const publicUrl = nameRandomly(site?.exampleUrl ?? 'http://demo-ada.culvert.localhost:8080')
  return (
    <div className={classes.root}>
      <div>
        <Title order={1} className={classes.title}>
          A public URL for the app on your machine
        </Title>
        <p className={classes.lead}>{claims.lead}</p>
        <div className={classes.actions} data-by-session>
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
          // As it is after `culvert login`: without a secret, whoever is looking.
          command="culvert http 3000"
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

/** Returns an example of the random hostname that the command prints without a gateway. */
function nameRandomly(exampleUrl: string): string {
  return exampleUrl.replace('demo-ada', 'calm-brook-7k2q')
}
