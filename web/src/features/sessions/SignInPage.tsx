import { inviteLinkInvalid } from '@culvert/schema/validation-messages'
import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSessionState } from '../../auth/SessionProvider.tsx'
import { lazyPart } from '../../network/chunks.ts'
import { ProviderButtons } from '../identities/ProviderButtons.tsx'
import { useTitle } from '../site/useSite.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { findOrigin, hasEnded } from '../../auth/origin.ts'
import { SignInForm } from './SignInForm.tsx'
import { describeInvitation, useInvitation } from './useInvitation.ts'
import { TextLink } from '../../ui/TextLink.tsx'

// For the few who follow the link of an invitation.
const TeamInvitation = lazyPart('TeamInvitation', () => import('./TeamInvitation.tsx'))

/**
 * Signs in with a password, a passkey or a provider, then goes to the page that the reader came from. A reader who followed an invitation's link
 * is first asked about the invitation.
 */
export function SignInPage() {
  useTitle('Sign in', 'Sign in to your gateways, domains and tunnels.')
  const state = useSessionState()
  const { invitation, loading, errorText: invitationError, search } = useInvitation()
  const { state: navigation } = useLocation()
  const origin = findOrigin(navigation)
  /** Whether the reader has signed in here, beside what there is to know about the invitation. */
  const [hasSignedIn, setSignedIn] = useState(false)

  if (loading) return <LoadingScreen label="Loading your invitation" />
  if (state.status === 'signed-in') {
    // A link that was used leads a member to the dashboard; one that could not be read may be good.
    const isUnread = invitationError !== undefined && invitationError !== inviteLinkInvalid
    if (isUnread && !hasSignedIn) return <UnreadInvitation reason={invitationError} />
    if (!invitation) return <Navigate to={origin ?? webPaths.gettingStarted} replace />
    return (
      <Suspense fallback={<LoadingScreen label="Loading your invitation" />}>
        <EntryLayout title={`Join ${invitation.accountName}`}>
          <TeamInvitation invitation={invitation} email={state.user.email} />
        </EntryLayout>
      </Suspense>
    )
  }

  return (
    <EntryLayout title={invitation ? 'Sign in to join team' : 'Sign in'}>
      {invitationError && <Notice tone="danger">{invitationError}</Notice>}
      {invitation && <Notice tone="info">{describeInvitation(invitation)}</Notice>}
      {hasEnded(navigation) && (
        <Notice tone="info">Your session has ended. Sign in again to continue where you left off.</Notice>
      )}
      <SignInForm invitation={invitation} onSignedIn={() => setSignedIn(true)}>
        {(getValues) => (
          <ProviderButtons
            getPendingRedirect={() => ({ origin, rememberMe: getValues().rememberMe, inviteToken: invitation?.token })}
          />
        )}
      </SignInForm>
      <Text size="sm" c="dimmed">
        No account yet?{' '}
        <TextLink to={`${webPaths.signUp}${search}`} state={navigation}>
          Sign up
        </TextLink>
      </Text>
    </EntryLayout>
  )
}

/** Tells a person who is signed in why they are not asked about the invitation whose link they followed. */
function UnreadInvitation({ reason }: { reason: string }) {
  return (
    <EntryLayout title="Team Invitation">
      <Notice tone="danger">{reason}</Notice>
      <Text size="sm">
        <TextLink to={webPaths.gettingStarted} replace>
          Go to dashboard
        </TextLink>
      </Text>
    </EntryLayout>
  )
}
