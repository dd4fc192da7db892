import { Button, List, Stack, Text } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { useAccountQuery } from '../accounts/useAccountQuery.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { Screen } from '../site/Screen.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconKey } from '../../ui/icons.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AuthTokenPanel } from './AuthTokenPanel.tsx'
import { MachineTokenPanel } from './MachineTokenPanel.tsx'
import { useCreateAuthToken } from './useAuthTokenActions.ts'

const pageQuery = graphql(`
  query AuthIdPage_Query($accountId: ID!) {
    account(id: $accountId) {
      id
      authToken {
        ...AuthToken_AuthToken
      }
      machineTokens {
        ...MachineTokenPanel_MachineToken
      }
    }
  }
`)

/** The viewer's AuthID for the account: create, show, copy, regenerate, delete. Below it, the viewer's machines. */
export function AuthIdPage() {
  const { account } = useActiveAccount().membership
  const { data, failure } = useAccountQuery(pageQuery, 'your AuthID', { live: true })
  const create = useCreateAuthToken(account.id)
  const token = data?.account.authToken

  return (
    <Screen title="AuthID Token" description="Your agents sign in with it. It acts as you, in this account only.">
      <Columns aside={<AboutAuthId />}>
        {failure}
        {!data && !failure && <LoadingPanel />}
        {token && <AuthTokenPanel accountId={account.id} token={token} />}
        {token === null && (
          <Panel title="Your AuthID" flush>
            <EmptyState
              icon={IconKey}
              title="No AuthID yet"
              description="Create one, then start the culvert command with it. The secret is shown once and kept in this browser."
            >
              <Stack align="center">
                {create.errorText && <Notice tone="danger">{create.errorText}</Notice>}
                <Button loading={create.pending} onClick={() => void create.create()}>
                  Create AuthID Token
                </Button>
              </Stack>
            </EmptyState>
          </Panel>
        )}
        {data && <MachineTokenPanel accountId={account.id} tokens={data.account.machineTokens} />}
      </Columns>
    </Screen>
  )
}

function AboutAuthId() {
  return (
    <Panel title="About AuthID">
      <Text size="sm" mb="sm">
        You can have one AuthID for each account you belong to.
      </Text>
      <List size="sm" spacing="xs">
        <List.Item>
          The <code>culvert</code> command takes it from <code>CULVERT_AUTHTOKEN</code>. Keep it off the command line,
          which shells remember.
        </List.Item>
        <List.Item>The server stores only a SHA-256 hash of it, so nobody can show it to you again.</List.Item>
        <List.Item>If it may have leaked, regenerate it. The old one stops working at once.</List.Item>
        <List.Item>
          A machine with its own token needs no AuthID. <code>culvert login</code> gets it one.
        </List.Item>
      </List>
    </Panel>
  )
}
