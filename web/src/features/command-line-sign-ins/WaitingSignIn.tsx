import { useQuery } from '@apollo/client/react'
import { webPaths } from '@culvert/schema/web-paths'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { findErrorCode, getErrorText } from '../../graphql/errors.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useSteady } from '../../graphql/useSteady.ts'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useParameter } from '../../ui/useParameter.ts'
import { type Answer, ApprovalPanel } from './ApprovalPanel.tsx'
import { withState } from './redirect.ts'

const pageQuery = graphql(`
  query ConnectPage_Query($userCode: String!) {
    commandLineSignIn(userCode: $userCode) {
      ...ApprovalPanel_CommandLineSignIn
    }
  }
`)

interface WaitingSignInProps {
  code: string
  /** Leaves the dashboard for a URL. */
  leave: (url: string) => void
  onOtherCode: () => void
}

/** The sign-in that waits with a code, and its outcome. */
export function WaitingSignIn({ code, leave, onOtherCode }: WaitingSignInProps) {
  const [state] = useParameter('state')
  const [answer, setAnswer] = useState<Answer>()
  // Each look at a code counts as a guess, so there is no poll.
  const { data, error, refetch } = useSteady(
    useQuery(pageQuery, { variables: { userCode: code }, fetchPolicy: 'no-cache' }),
  )

  const follow = (given: Answer) => {
    setAnswer(given)
    if (given.redirectUrl !== null) leave(withState(given.redirectUrl, state))
  }

  if (answer) return <AnswerNotice answer={answer} />
  if (data) return <ApprovalPanel signIn={data.commandLineSignIn} onAnswered={follow} />
  if (!error) return <LoadingPanel />
  if (!['NOT_FOUND', 'CONFLICT'].includes(findErrorCode(error) ?? '')) {
    return <QueryError what="the sign-in" error={error} onRetry={() => void refetch()} />
  }
  return (
    <Panel title="No sign-in is waiting with this code">
      <Stack>
        <Notice tone="danger">{getErrorText(error)}</Notice>
        <Group>
          <Button variant="default" onClick={onOtherCode}>
            Enter another code
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

function AnswerNotice({ answer: { approved, machineName, redirectUrl } }: { answer: Answer }) {
  if (!approved) {
    return (
      <Notice tone="info" title="Denied">
        {machineName} was not connected. If you did not start this, there is nothing else to do.
      </Notice>
    )
  }
  return (
    <Notice
      tone="positive"
      title={redirectUrl === null ? `${machineName} is connected` : `Approved: ${machineName}`}
      action={
        <Button component={Link} to={webPaths.authId} variant="default" size="xs">
          Show your machines
        </Button>
      }
    >
      {redirectUrl === null
        ? 'Go back to the machine. The command continues within a few seconds.'
        : 'Taking you back to the command…'}
    </Notice>
  )
}
