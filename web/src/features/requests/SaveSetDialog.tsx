import { Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { graphql } from '../../graphql/generated/gql.ts'
import { useFormAction } from '../../graphql/useFormAction.ts'
import { getAgentName } from '../agents/agent-name.ts'
import { formatNumber } from '../../ui/format.ts'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { useRoleObstacle } from './useRoleObstacle.ts'
import type { RequestRow, RequestTunnels } from './request.ts'

const saveSetMutation = graphql(`
  mutation SaveSetDialog_Save($input: SaveRequestSetInput!) {
    saveRequestSet(input: $input) {
      names
    }
  }
`)

interface SaveSetDialogProps {
  account: RequestTunnels
  /** The requests of the set, in any order. */
  rows: readonly RequestRow[]
  onSaved: () => void
  onClose: () => void
}

/** The largest number of requests in a set. */
const requestsMax = 200

/** Saves requests with their answers as a set, on the machine of the agent that has them. */
export function SaveSetDialog({ account, rows, onSaved, onClose }: SaveSetDialogProps) {
  const form = useForm({ initialValues: { name: '' } })
  const save = useFormAction(form, saveSetMutation, {
    fallbackText: 'Error saving the set',
    fetchPolicy: 'no-cache',
    context: { waitsForAgent: true },
  })
  const agent = account.active.nodes.find(({ id }) => id === rows[0]?.agentId)
  const ofRole = useRoleObstacle(account)
  const obstacle = ofRole ?? findObstacle(rows, agent !== undefined)
  const submit = form.onSubmit(async ({ name }) => {
    if (!agent) return
    // A set runs in the order in which its requests arrived.
    const requestIds = rows.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1)).map(({ id }) => id)
    const answer = await save.run({ input: { accountId: account.id, agentId: agent.id, name, requestIds } })
    if (!answer) return
    notify(`Saved as ${name}.`)
    onSaved()
  })
  return (
    <Modal opened onClose={onClose} title="Save as set">
      <Form
        action={save}
        submitLabel="Save"
        disabled={obstacle !== undefined || form.values.name === ''}
        onCancel={onClose}
        onSubmit={submit}
        requested
      >
        <Stack gap="md">
          {obstacle === undefined ? (
            <p style={{ margin: 0 }}>
              {formatNumber(rows.length, 'request')} with {rows.length === 1 ? 'its answer' : 'their answers'}, in a
              file on the machine of {agent && getAgentName(agent)}. Running the set sends them again and compares the
              answers.
            </p>
          ) : (
            <Notice tone="info">{obstacle}</Notice>
          )}
          <TextInput
            label="Name"
            description="Letters, digits, dots, hyphens and underscores. A set with the same name is replaced."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            disabled={obstacle !== undefined}
            {...form.getInputProps('name')}
          />
        </Stack>
      </Form>
    </Modal>
  )
}

/** Returns why these requests cannot be saved; undefined if they can. */
function findObstacle(rows: readonly RequestRow[], isRunning: boolean): string | undefined {
  if (rows.length > requestsMax) return `A set has at most ${requestsMax} requests; ${rows.length} are selected.`
  const agentIds = new Set(rows.map(({ agentId }) => agentId))
  if (agentIds.has(null)) return 'Some of these requests reached no agent. Select those that your app answered.'
  if (agentIds.size > 1) return 'These requests went through several agents. A set is kept on the machine of one.'
  return isRunning ? undefined : 'The agent that carried these requests has ended, and no longer has them.'
}
