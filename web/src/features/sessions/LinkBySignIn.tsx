import { Text } from '@mantine/core'
import { useState } from 'react'
import type { ProviderProof } from '../identities/proof.ts'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { IdentityLinking } from './IdentityLinking.tsx'
import { SignInForm } from './SignInForm.tsx'

interface LinkBySignInProps {
  proof: ProviderProof
  /** The page to go to at the end. */
  to: string
}

/** Lets a person whose provider is not linked here yet sign in as before, and links it. */
export function LinkBySignIn({ proof, to }: LinkBySignInProps) {
  const { provider, subject, email } = proof
  const { label } = provider
  const [isSignedIn, setSignedIn] = useState(false)
  if (isSignedIn) return <IdentityLinking proof={proof} to={to} />
  return (
    <EntryLayout title={`Link ${label}`}>
      <Text>
        {subject === 'ADDRESS_OF_USER'
          ? `Someone has signed up with ${email}. If it was you, sign in as before: ${label} is then linked, and signs you in from now on.`
          : `Nobody here is linked to your ${label} user, and you cannot sign up with ${label}. If you have signed up already, sign in as before: ${label} is then linked.`}
      </Text>
      <SignInForm email={email ?? undefined} onSignedIn={() => setSignedIn(true)} />
    </EntryLayout>
  )
}
