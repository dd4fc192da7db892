import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Button, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { graphql } from '../../graphql/generated/gql.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { StartingAccount } from './starting-account.ts'

const nextStepFragment = graphql(`
  fragment NextStep_Account on Account {
    members {
      id
    }
    viewerCanInviteMember {
      allowed
    }
    domains {
      id
    }
    viewerCanAddDomain {
      allowed
    }
  }
`)

type More = ResultOf<typeof nextStepFragment>

interface NextStepProps {
  account: StartingAccount
  more: More
}

/** The one step that helps this account most now. */
export function NextStep({ account, more }: NextStepProps) {
  const { title, text, to } = suggest(account, more)
  return (
    <Panel title="Next step">
      <Text size="sm" mb="sm">
        {text}
      </Text>
      <Button component={Link} to={to} variant="default" size="xs">
        {title}
      </Button>
    </Panel>
  )
}

/** Suggests only what the account does not have yet and the viewer may do now. */
function suggest({ gateways, viewerCanCreateGateway }: StartingAccount, more: More) {
  if (gateways.length === 0 && viewerCanCreateGateway.allowed) {
    return {
      title: 'Reserve a gateway',
      text: 'Your URL changes with each session. A gateway keeps it.',
      to: `${webPaths.gateways}?new=true`,
    }
  }
  if (more.members.length === 1 && more.viewerCanInviteMember.allowed) {
    return {
      title: 'Invite a member',
      text: 'You are alone in this account. Members start tunnels of their own and see what comes in.',
      to: `${webPaths.team}?new=true`,
    }
  }
  if (more.domains.length === 0 && more.viewerCanAddDomain.allowed) {
    return {
      title: 'Add a domain',
      text: 'Your plan has custom domains, but none is added yet.',
      to: webPaths.domains,
    }
  }
  return {
    title: 'See what comes in',
    text: 'Open a request to see how it was answered, and repeat it.',
    to: webPaths.requests,
  }
}
