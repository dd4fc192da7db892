import { webPaths } from '@culvert/schema/web-paths'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface ProviderFailureProps {
  title: string
  /** Why, and what to do. */
  text: string
  /** The page to continue with. */
  to: string
}

/** Explains why a provider's answer led to nothing. */
export function ProviderFailure({ title, text, to }: ProviderFailureProps) {
  return (
    <EntryLayout title={title}>
      <Notice tone="danger">{text}</Notice>
      <Text size="sm">
        <Anchor component={Link} to={to} replace>
          {linkTexts.get(to) ?? 'Continue without it'}
        </Anchor>
      </Text>
    </EntryLayout>
  )
}

const linkTexts = new Map<string, string>([
  [webPaths.signIn, 'Back to sign in'],
  [webPaths.profile, 'Back to your profile'],
])
