import { Text } from '@mantine/core'
import { useState } from 'react'
import type { ProviderProof } from '../identities/proof.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { IdentityLinking } from './IdentityLinking.tsx'
import { SignInForm } from './SignInForm.tsx'

interface LinkBySignInProps {
  proof: ProviderProof
  /** The page to go to in the end. */
  to: string
}

/** Has somebody sign in as before, whom the provider does not know here yet, and links it. */
export function LinkBySignIn({ proof, to }: LinkBySignInProps) {
  const { provider, subject, email } = proof
  const { label } = provider
  const [isSignedIn, setSignedIn] = useState(false)
  if (isSignedIn) return <IdentityLinking proof={proof} to={to} />
  return (
    <EntryLayout title={`Link ${label}`}>
      <Text>
        {subject === 'ADDRESS_OF_USER'
          ? `Somebody has signed up with ${email}. If it was you, sign in as before: ${label} is linked then, and signs you in from now on.`
          : `Nobody is linked with your user of ${label}, and it does not sign up new people. If you have signed up, sign in as before: ${label} is linked then.`}
      </Text>
      <SignInForm email={email ?? undefined} onSignedIn={() => setSignedIn(true)} />
    </EntryLayout>
  )
}
