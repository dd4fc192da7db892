import { ApolloProvider } from '@apollo/client/react'
import { MantineProvider } from '@mantine/core'
import { useEffect, type ComponentType, type ReactNode } from 'react'
import { ConnectionProvider } from '../graphql/ConnectionProvider.tsx'
import { SessionProvider } from '../auth/SessionProvider.tsx'
import { cssVariables, theme } from '../theme/theme.ts'
import { Spinner } from '../ui/LoadingScreen.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Screens } from './Screens.tsx'
import type { Services } from './services.ts'

interface AppProps {
  services: Services
  /** Provides the address: the browser's, or that of the page that a server renders. */
  router: ComponentType<{ children: ReactNode }>
}

/** The whole dashboard. */
export function App({ services: { session, connection }, router: Router }: AppProps) {
  useEffect(() => session.start(), [session])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <ApolloProvider client={connection.client}>
          <ConnectionProvider connection={connection}>
            <SessionProvider session={session}>
              <Router>
                <Screens />
              </Router>
            </SessionProvider>
          </ConnectionProvider>
        </ApolloProvider>
      </ErrorBoundary>
      <Spinner />
    </MantineProvider>
  )
}
