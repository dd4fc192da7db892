import { useQuery, useSubscription } from '@apollo/client/react'
import { AuditTable } from '../audit/AuditTable.tsx'
import { useFallbackPollMs } from '../graphql/ConnectionProvider.tsx'
import { getErrorText } from '../graphql/errors.ts'
import { useTitle } from '../site/useSite.ts'
import { CopyableValue } from '../ui/CopyableValue.tsx'
import { FactList, type Fact } from '../ui/FactList.tsx'
import { LoadError } from '../ui/LoadError.tsx'
import { LoadingPanel } from '../ui/LoadingPanel.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import {
  ProfilePage_QueryDocument,
  ProfilePage_ViewerChangedDocument,
  type ProfilePage_ViewerFragment,
} from './ProfilePage.generated.ts'
import { SessionPanel } from './SessionPanel.tsx'

/** The signed-in person: where they are signed in, their password, and what happened to both. */
export function ProfilePage() {
  useTitle('Your Profile')
  const { data, error, refetch } = useQuery(ProfilePage_QueryDocument, { pollInterval: useFallbackPollMs() })
  useSubscription(ProfilePage_ViewerChangedDocument, { ignoreResults: true })
  const refresh = () => void refetch()

  if (error && !data) return <LoadError what="your profile" reason={getErrorText(error)} onRetry={refresh} />
  return (
    <>
      <PageHeader
        title="Your Profile"
        description="Your sign-in and sessions, the same in every account you belong to."
      />
      {data ? (
        <Panel title="Who you are">
          <FactList facts={listFacts(data.viewer.user)} />
        </Panel>
      ) : (
        <LoadingPanel />
      )}
      <SessionPanel sessions={data?.viewer.sessions} onChanged={refresh} />
      <Panel title="Change password" description="This signs you out everywhere else.">
        <ChangePasswordForm onChanged={refresh} />
      </Panel>
      <Panel title="Sign-in activity" description="Only you can see this." flush>
        <AuditTable caption="Sign-in activity" entries={data?.viewer.auditLog.nodes} readerId={data?.viewer.user.id} />
      </Panel>
    </>
  )
}

function listFacts({ fullName, email, phone }: ProfilePage_ViewerFragment['user']): Fact[] {
  const facts: Fact[] = [{ name: 'Name', value: fullName }]
  if (email) facts.push({ name: 'Email', value: <CopyableValue value={email} label="email" /> })
  if (phone) facts.push({ name: 'Phone', value: <CopyableValue value={phone} label="phone number" /> })
  return facts
}
