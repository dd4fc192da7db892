import type { ResultOf } from '@graphql-typed-document-node/core'
import { Stack, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'

const accountFragment = graphql(`
  fragment SecondFactorPanel_Account on Account {
    id
    requiresSecondFactor
    viewerCanUpdate
  }
`)

const requireMutation = graphql(`
  mutation SecondFactorPanel_Require($input: RequireSecondFactorInput!) {
    requireSecondFactor(input: $input) {
      account {
        ...SecondFactorPanel_Account
      }
    }
  }
`)

/** Shows whether members must have a second factor. Owners can change it. */
export function SecondFactorPanel({ account }: { account: ResultOf<typeof accountFragment> }) {
  const { id, requiresSecondFactor, viewerCanUpdate } = account
  const require = useAction(requireMutation)
  const change = async (isRequired: boolean) => {
    if (!(await require.run({ input: { accountId: id, isRequired } }))) return
    notify(isRequired ? 'Members need a second factor from now on.' : 'Members no longer need a second factor.')
  }
  return (
    <Panel
      title="Members' sign-in"
      description="Members whose session proves only a password see nothing of the account until they add a second factor. AuthIDs, machine tokens, API keys and tunnels keep working."
    >
      <Stack>
        <Switch
          label="Require a second factor"
          checked={requiresSecondFactor}
          disabled={!viewerCanUpdate || require.pending}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        {require.errorText && <Notice tone="danger">{require.errorText}</Notice>}
      </Stack>
    </Panel>
  )
}
