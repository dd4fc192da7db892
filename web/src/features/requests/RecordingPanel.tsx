import { unlimited } from '@culvert/schema/units'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import { useWhoMay } from '../accounts/useWhoMay.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import type { SetRequestRecordingInput } from '../../graphql/generated/graphql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { formatNumber } from '../../ui/format.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'

const recordingFragment = graphql(`
  fragment RequestRecording_Account on Account {
    id
    viewerCanSetRequestRecording
    requestRecording {
      isOn
      withAddresses
      withQueries
      keptHours
      notRecordedLastHour
    }
  }
`)

/** The settings of what is recorded of an account's requests. */
export type RecordingAccount = ResultOf<typeof recordingFragment>

const setRecordingMutation = graphql(`
  mutation RequestRecording_Set($input: SetRequestRecordingInput!) {
    setRequestRecording(input: $input) {
      account {
        ...RequestRecording_Account
      }
    }
  }
`)

type Setting = Exclude<keyof SetRequestRecordingInput, 'accountId'>

const settings: { name: Setting; label: string; description: string }[] = [
  { name: 'isOn', label: 'Record requests', description: 'Requests that come in while this is off are never listed.' },
  { name: 'withAddresses', label: "Visitors' IP addresses", description: 'Where each request came from.' },
  {
    name: 'withQueries',
    label: 'Queries',
    description: 'What follows the question mark in a URL. It may hold secrets, such as tokens.',
  },
]

/** Shows what is recorded of requests, and for how long. Viewers who may can change it. */
export function RecordingPanel({ account }: { account: RecordingAccount | undefined }) {
  const whoMay = useWhoMay('Owners and admins of this account can change this.')
  const set = useAction(setRecordingMutation, { fallbackText: 'Error changing what is recorded' })
  if (!account) return <LoadingPanel />
  const { id: accountId, viewerCanSetRequestRecording: canSet, requestRecording: recording } = account
  return (
    <Panel title="What is recorded" description={describeRecording(recording.keptHours)}>
      <Stack gap="md">
        {recording.notRecordedLastHour > 0 && (
          <Notice tone="info">
            {formatNumber(recording.notRecordedLastHour, 'request')} in the last hour{' '}
            {recording.notRecordedLastHour === 1 ? 'was' : 'were'} counted but not recorded: more came in than are
            recorded a second, or the recording could not keep up. Visitors did not notice.
          </Notice>
        )}
        {set.errorText && <Notice tone="danger">{set.errorText}</Notice>}
        {settings.map(({ name, label, description }) => (
          <Switch
            key={name}
            label={label}
            aria-label={label}
            description={description}
            checked={recording[name]}
            disabled={!canSet || set.pending || (name !== 'isOn' && !recording.isOn)}
            onChange={({ currentTarget }) => void set.run({ input: { accountId, [name]: currentTarget.checked } })}
          />
        ))}
        {!canSet && <p style={{ margin: 0 }}>{whoMay}</p>}
      </Stack>
    </Panel>
  )
}

function describeRecording(keptHours: number): string {
  const what =
    'When each request came, where it came from, what it asked for, and how it was answered. No bodies, and no header field but User-Agent.'
  if (keptHours === unlimited) return `${what} Your plan keeps requests for good.`
  const kept =
    keptHours > 48 && keptHours % 24 === 0 ? formatNumber(keptHours / 24, 'day') : formatNumber(keptHours, 'hour')
  return `${what} Your plan keeps requests for ${kept}.`
}
