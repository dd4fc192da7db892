import type { ResultOf } from '@graphql-typed-document-node/core'
import { Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'

const mailFragment = graphql(`
  fragment NoticeMailPanel_NoticeMail on NoticeMail {
    kind
    label
    isOn
  }
`)

const setMailMutation = graphql(`
  mutation NoticeMailPanel_Set($input: SetNoticeMailInput!) {
    setNoticeMail(input: $input) {
      viewer {
        noticeMails {
          ...NoticeMailPanel_NoticeMail
        }
      }
    }
  }
`)

interface NoticeMailPanelProps {
  /** Undefined while they load. */
  mails: readonly ResultOf<typeof mailFragment>[] | undefined
}

/** Shows which kinds of notices the viewer gets by mail. */
export function NoticeMailPanel({ mails }: NoticeMailPanelProps) {
  const set = useAction(setMailMutation, { fallbackText: 'Error changing what comes by email' })
  if (!mails) return <LoadingPanel />
  return (
    <Panel
      title="Notices by email"
      description="The bell shows all of them. Emails, about every account you belong to, go to your address once it is verified."
    >
      <Stack gap="sm">
        {set.errorText && <Notice tone="danger">{set.errorText}</Notice>}
        {mails.map(({ kind, label, isOn }) => (
          <Switch
            key={kind}
            label={label}
            checked={isOn}
            disabled={set.pending}
            onChange={({ currentTarget }) => void set.run({ input: { kind, isOn: currentTarget.checked } })}
          />
        ))}
      </Stack>
    </Panel>
  )
}
