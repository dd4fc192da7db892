import { ApolloClient } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { ActiveAccountProvider, useActiveAccount } from '../features/accounts/ActiveAccount.tsx'
import { useLiveAccount } from '../app/useLiveAccount.ts'
import { useLiveSite } from '../app/useLiveSite.ts'
import { receivedInvitesQuery } from '../features/team/received-invites.ts'
import { useChanges } from '../graphql/useScreenQuery.tsx'
import { createCache } from '../graphql/cache.ts'
import { createProofLink } from '../graphql/proof-link.ts'
import { SessionProvider } from '../auth/SessionProvider.tsx'
import type { SessionStore } from '../auth/session-store.ts'
import { theme } from '../theme/theme.ts'
import { signedInStore } from './people.ts'
import { TestApi } from './test-api.ts'

/** Renders a component in the dashboard's look alone. */
export function renderUi(ui: ReactNode) {
  return render(ui, { wrapper: Look })
}

const Look = ({ children }: { children: ReactNode }) => (
  <MantineProvider theme={theme} env="test">
    {children}
  </MantineProvider>
)

interface ScreenOptions {
  api?: TestApi
  session?: SessionStore
  /** The address, with the state that a navigation left there. */
  at?: string | { pathname: string; state: unknown }
}

/** Renders screens over an API and a session, as the application does. */
export function renderScreen(
  ui: ReactNode,
  { api = new TestApi(), session = signedInStore(), at = '/' }: ScreenOptions = {},
) {
  const client = new ApolloClient({ cache: createCache(), link: createProofLink(session.proofs).concat(api.link) })
  const rendered = renderUi(
    <ApolloProvider client={client}>
      <SessionProvider session={session}>
        <MemoryRouter initialEntries={[at]}>{ui}</MemoryRouter>
      </SessionProvider>
    </ApolloProvider>,
  )
  return { ...rendered, client }
}

/** Renders an admin screen with its account, kept live. */
export function renderAdminScreen(ui: ReactNode, api: TestApi, { at }: Pick<ScreenOptions, 'at'> = {}) {
  return renderScreen(
    <ActiveAccountProvider>
      <Live />
      {ui}
    </ActiveAccountProvider>,
    at === undefined ? { api } : { api, at },
  )
}

function Live() {
  const { id } = useActiveAccount().membership.account
  useLiveAccount(id)
  useLiveSite(id)
  useChanges(receivedInvitesQuery, { variables: {} })
  return null
}
