import type { ResultOf } from '@graphql-typed-document-node/core'
import { AuditTable } from '../audit/AuditTable.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { FactList, type Fact } from '../../ui/FactList.tsx'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { SessionPanel } from './SessionPanel.tsx'

const viewerFragment = graphql(`
  fragment ProfilePage_Viewer on Viewer {
    user {
      id
      fullName
      email
      phone
    }
    sessions {
      ...SessionTable_AuthSession
    }
    auditLog(pageSize: 10) {
      ...AuditEntry_AuditPage
    }
  }
`)

type Viewer = ResultOf<typeof viewerFragment>

const pageQuery = graphql(`
  query ProfilePage_Query {
    viewer {
      ...ProfilePage_Viewer
    }
  }
`)

/** The signed-in person: profile, password, sessions, and the log of all three. */
export function ProfilePage() {
  const { data, failure, refetch } = useScreenQuery(pageQuery, 'your profile', { variables: {}, live: true })

  return (
    <Screen
      title="Your Profile"
      description="Your sign-in and sessions, the same in every account you belong to."
      failure={failure}
    >
      {data ? (
        <Panel title="Who you are">
          <FactList facts={listFacts(data.viewer.user)} />
        </Panel>
      ) : (
        <LoadingPanel />
      )}
      <SessionPanel sessions={data?.viewer.sessions} onChanged={refetch} />
      <Panel title="Change password" description="This signs you out everywhere else.">
        <ChangePasswordForm onChanged={refetch} />
      </Panel>
      <Panel title="Sign-in activity" description="Only you can see this." flush>
        <AuditTable caption="Sign-in activity" entries={data?.viewer.auditLog.nodes} readerId={data?.viewer.user.id} />
      </Panel>
    </Screen>
  )
}

function listFacts({ fullName, email, phone }: Viewer['user']): Fact[] {
  const facts: Fact[] = [{ name: 'Name', value: fullName }]
  if (email) facts.push({ name: 'Email', value: <CopyableValue value={email} label="email" /> })
  if (phone) facts.push({ name: 'Phone', value: <CopyableValue value={phone} label="phone number" /> })
  return facts
}
