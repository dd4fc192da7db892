import { Skeleton, Stack } from '@mantine/core'
import { NoticeMailPanel } from '../notices/NoticeMailPanel.tsx'
import { IdentityPanel } from '../identities/IdentityPanel.tsx'
import { FactorPanel } from '../factors/FactorPanel.tsx'
import { AuditTable } from '../audit/AuditTable.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { Screen } from '../site/Screen.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { EmailPanel } from './EmailPanel.tsx'
import { PersonalData } from './PersonalData.tsx'
import { PersonForm } from './PersonForm.tsx'
import { SessionPanel } from './SessionPanel.tsx'

const pageQuery = graphql(`
  query ProfilePage_Query {
    viewer {
      user {
        id
        email
        ...PersonForm_User
      }
      pendingEmail
      ...PersonalData_Viewer
      sessions {
        ...SessionTable_AuthSession
      }
      factors {
        ...FactorPanel_Factor
      }
      recoveryCodesLeft
      hasPassword
      identities {
        ...IdentityPanel_Identity
      }
      noticeMails {
        ...NoticeMailPanel_NoticeMail
      }
      auditLog(pageSize: 10) {
        ...AuditEntry_AuditPage
      }
    }
  }
`)

/** A placeholder for the person while they load. */
const nobody = {
  id: '',
  firstName: '',
  lastName: '',
  fullName: '',
  email: 'you@example.com',
  phone: null,
  locale: null,
}

/** The signed-in person: profile, password, sessions, and the log of all three. */
export function ProfilePage() {
  const { data, failure, refetch } = useScreenQuery(pageQuery, 'your profile', { variables: {}, live: true })
  const hasPassword = data?.viewer.hasPassword ?? true
  const user = data?.viewer.user ?? nobody
  const person = (
    <Stack gap="lg">
      <Panel title="Who you are">
        <PersonForm user={user} onChanged={refetch} />
      </Panel>
      <EmailPanel email={user.email} pendingEmail={data?.viewer.pendingEmail ?? null} onChanged={refetch} />
    </Stack>
  )

  return (
    <Screen
      title="Your profile"
      description="You, your sign-in and your sessions: the same in every account you belong to."
      failure={failure}
    >
      {data ? person : <Skeleton inert>{person}</Skeleton>}
      <FactorPanel
        factors={data?.viewer.factors}
        recoveryCodesLeft={data?.viewer.recoveryCodesLeft}
        onChanged={refetch}
      />
      <IdentityPanel identities={data?.viewer.identities} onChanged={refetch} />
      <SessionPanel sessions={data?.viewer.sessions} onChanged={refetch} />
      <NoticeMailPanel mails={data?.viewer.noticeMails} />
      <Panel
        title={hasPassword ? 'Change password' : 'Set a password'}
        description="This signs you out everywhere else."
      >
        <ChangePasswordForm hasPassword={hasPassword} email={user.email} onChanged={refetch} />
      </Panel>
      <Panel title="Sign-in activity" description="Only you can see this." flush>
        <AuditTable caption="Sign-in activity" entries={data?.viewer.auditLog.nodes} readerId={data?.viewer.user.id} />
      </Panel>
      {data && <PersonalData viewer={data.viewer} />}
    </Screen>
  )
}
