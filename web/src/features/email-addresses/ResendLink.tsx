import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'

const requestEmailVerificationMutation = graphql(`
  mutation ResendLink_RequestEmailVerification {
    requestEmailVerification {
      email
    }
  }
`)

/** Sends the signed-in person another link that verifies their address. */
export function ResendLink() {
  const [sentTo, setSentTo] = useState<string>()
  const request = useAction(requestEmailVerificationMutation)
  const send = async () => {
    const answer = await request.run({})
    if (answer) setSentTo(answer.requestEmailVerification.email)
  }
  return (
    <>
      {request.errorText && <Notice tone="danger">{request.errorText}</Notice>}
      <Group gap="sm">
        <Button size="xs" variant="default" loading={request.pending} onClick={() => void send()}>
          Send the link again
        </Button>
        {sentTo !== undefined && (
          <Text size="sm" c="dimmed" component="output">
            A link is on its way to {sentTo}.
          </Text>
        )}
      </Group>
    </>
  )
}
