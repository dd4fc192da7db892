import { ApolloProvider } from '@apollo/client/react'
import { MantineProvider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import { ConnectionProvider } from '../graphql/ConnectionProvider.tsx'
import { createRouter } from '../routes.tsx'
import { SessionProvider } from '../session/SessionProvider.tsx'
import { cssVariables, theme } from '../theme/theme.ts'
import { createServices } from './services.ts'

/** The whole dashboard. */
export function App() {
  const [{ session, graphql }] = useState(createServices)
  const [router] = useState(createRouter)
  useEffect(() => session.start(), [session])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ApolloProvider client={graphql.client}>
        <ConnectionProvider connection={graphql}>
          <SessionProvider session={session}>
            <RouterProvider router={router} />
          </SessionProvider>
        </ConnectionProvider>
      </ApolloProvider>
    </MantineProvider>
  )
}
