import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { EntryLayout } from '../site/EntryLayout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

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
        <TextLink to={to} replace>
          {linkTexts.get(to) ?? 'Continue without it'}
        </TextLink>
      </Text>
    </EntryLayout>
  )
}

const linkTexts = new Map<string, string>([
  [webPaths.signIn, 'Back to sign in'],
  [webPaths.profile, 'Back to your profile'],
])
