import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { replacing, useAction } from '../../graphql/useAction.ts'
import { FactList } from '../../ui/FactList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { formatAge } from '../../ui/format.ts'
import { useNow } from '../../ui/useNow.ts'

const signInFragment = graphql(`
  fragment ApprovalPanel_CommandLineSignIn on CommandLineSignIn {
    userCode
    machineName
    requestedFrom
    requestedAt
    usesLoopback
  }
`)

const approveMutation = graphql(`
  mutation ApprovalPanel_ApproveCommandLineSignIn($input: ApproveCommandLineSignInInput!) {
    approveCommandLineSignIn(input: $input) {
      redirectUrl
    }
  }
`)

const denyMutation = graphql(`
  mutation ApprovalPanel_DenyCommandLineSignIn($input: DenyCommandLineSignInInput!) {
    denyCommandLineSignIn(input: $input) {
      redirectUrl
    }
  }
`)

/** The viewer's answer to a sign-in. */
export interface Answer {
  approved: boolean
  machineName: string
  /** Where the browser goes next; null if the program polls for the answer. */
  redirectUrl: string | null
}

interface ApprovalPanelProps {
  signIn: ResultOf<typeof signInFragment>
  onAnswered: (answer: Answer) => void
}

/** Shows who asks for what, and lets the viewer approve or deny it. */
export function ApprovalPanel({ signIn, onAnswered }: ApprovalPanelProps) {
  const { userCode, machineName, requestedFrom, requestedAt, usesLoopback } = signIn
  const { membership, memberships } = useActiveAccount()
  const [accountId, setAccountId] = useState(membership.account.id)
  // The code is meant for one look: the API's answer is not cached.
  const approving = useAction(approveMutation, { fetchPolicy: 'no-cache' })
  const denying = useAction(denyMutation, { fetchPolicy: 'no-cache' })
  const approval = replacing(approving, denying)
  const denial = replacing(denying, approving)
  const pending = approval.pending || denial.pending

  const approve = async () => {
    const done = await approval.run({ input: { userCode, accountId } })
    if (done) onAnswered({ approved: true, machineName, ...done.approveCommandLineSignIn })
  }
  const deny = async () => {
    const done = await denial.run({ input: { userCode } })
    if (done) onAnswered({ approved: false, machineName, ...done.denyCommandLineSignIn })
  }

  return (
    <Panel title={`Connect ${machineName}?`}>
      <Stack gap="lg">
        <FactList
          facts={[
            { name: 'Code', value: <code>{userCode}</code> },
            { name: 'Requested from', value: <code>{requestedFrom}</code> },
            { name: 'Requested', value: <Ago iso={requestedAt} /> },
            { name: 'Account', value: memberships.length === 1 && membership.account.name },
          ]}
        />
        {memberships.length > 1 && (
          <NativeSelect
            label="Account"
            description="The machine's tunnels will belong to it."
            value={accountId}
            onChange={(event) => setAccountId(event.currentTarget.value)}
            data={memberships.map(({ account }) => ({
              value: account.id,
              label: `${account.name} (@${account.namespace})`,
            }))}
            maw="24rem"
          />
        )}
        <Notice tone="warning" title="Approve only if you started this yourself just now">
          {usesLoopback ? (
            'This machine will open tunnels in your name: the command must run where your browser does. If a message or a page sent you here, deny it.'
          ) : (
            <>
              The command at {requestedFrom} will open tunnels in your name. Check that your machine shows the code{' '}
              <Text component="strong" inherit style={{ whiteSpace: 'nowrap' }}>
                {userCode}
              </Text>
              . If a message or a page sent you here, deny it.
            </>
          )}
        </Notice>
        {approval.errorText && <Notice tone="danger">{approval.errorText}</Notice>}
        {denial.errorText && <Notice tone="danger">{denial.errorText}</Notice>}
        <Group gap="xs">
          <Button loading={approval.pending} disabled={pending} onClick={() => void approve()}>
            Approve
          </Button>
          <Button variant="default" loading={denial.pending} disabled={pending} onClick={() => void deny()}>
            Deny
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

/** Shows how long ago something happened, counting up. */
function Ago({ iso }: { iso: string }) {
  const now = useNow(1_000)
  return <time dateTime={iso}>{formatAge(iso, now)} ago</time>
}
