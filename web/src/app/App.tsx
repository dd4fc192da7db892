import { ApolloProvider } from '@apollo/client/react'
import { MantineProvider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { ConnectionProvider } from '../graphql/ConnectionProvider.tsx'
import { SessionProvider } from '../auth/SessionProvider.tsx'
import { cssVariables, theme } from '../theme/theme.ts'
import { Spinner } from '../ui/LoadingScreen.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Screens } from './Screens.tsx'
import { createServices } from './services.ts'

/** The whole dashboard. */
export function App() {
  const [{ session, connection }] = useState(createServices)
  useEffect(() => session.start(), [session])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <ApolloProvider client={connection.client}>
          <ConnectionProvider connection={connection}>
            <SessionProvider session={session}>
              <BrowserRouter>
                <Screens />
              </BrowserRouter>
            </SessionProvider>
          </ConnectionProvider>
        </ApolloProvider>
      </ErrorBoundary>
      <Spinner />
    </MantineProvider>
  )
}
