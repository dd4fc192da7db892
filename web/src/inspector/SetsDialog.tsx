import type { RequestSummary, SetResult, TunnelStatus } from '@culvert/agent/inspection'
import { Button, Checkbox, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { getMessage } from '../exchanges/get-message.ts'
import { statusText } from '../exchanges/looks.ts'
import { SetList, SetResults } from '../exchanges/SetList.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { Client } from './client.ts'
import classes from './Inspector.module.css'

interface SetsDialogProps {
  client: Client
  requests: readonly RequestSummary[]
  tunnels: readonly TunnelStatus[]
  onClose: () => void
}

/** How many of the list's requests are offered for a set. */
const offeredMax = 50

/** Saves requests as a set, and runs sets: each answer is compared with the saved one. */
export function SetsDialog({ client, requests, tunnels, onClose }: SetsDialogProps) {
  const [names, setNames] = useState<string[]>([])
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [tunnel, setTunnel] = useState<string>()
  const [running, setRunning] = useState<string>()
  const [results, setResults] = useState<SetResult[]>()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    client.sets().then(
      (sets) => setNames(sets.names),
      () => {},
    )
  }, [client])

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      setFault(getMessage(error))
    }
  }

  const save = async () => {
    // The list has the newest first; a set runs in the order in which its requests arrived.
    await client.saveSet(
      name,
      requests
        .map(({ id }) => id)
        .filter((id) => chosen.includes(id))
        .toReversed(),
    )
    setNames((await client.sets()).names)
  }
  const run = async (set: string) => {
    setRunning(set)
    try {
      setResults((await client.runSet(set, tunnel ?? tunnels[0]?.name)).results)
    } finally {
      setRunning(undefined)
    }
  }
  const offered = requests.filter(({ kind, state }) => kind === 'http' && state === 'complete').slice(0, offeredMax)
  return (
    <Modal opened onClose={onClose} title="Sets" size="lg">
      <Stack gap="0.75rem">
        {fault && <Notice tone="danger">{fault}</Notice>}
        {results && <SetResults results={results} />}
        {tunnels.length > 1 && (
          <NativeSelect
            label="Send to the app of"
            data={tunnels.map((each) => each.name)}
            value={tunnel}
            onChange={({ currentTarget }) => setTunnel(currentTarget.value)}
          />
        )}
        <SetList names={names} running={running} onRun={(set) => void attempt(() => run(set))} />
        <h3>Save a set</h3>
        <div className={classes.offered}>
          {offered.map((request) => (
            <Checkbox
              key={request.id}
              size="sm"
              label={`${request.method} ${request.target} ${statusText(request)}`}
              checked={chosen.includes(request.id)}
              onChange={({ currentTarget: { checked } }) =>
                setChosen((before) => (checked ? [...before, request.id] : before.filter((id) => id !== request.id)))
              }
            />
          ))}
        </div>
        <Group align="flex-end" gap="0.5rem">
          <TextInput label="Name" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
          <Button disabled={name === '' || chosen.length === 0} onClick={() => void attempt(save)}>
            Save
          </Button>
        </Group>
        <p className={classes.soft}>
          In CI: <code>culvert replay --set {name === '' ? 'NAME' : name} --diff</code>
        </p>
      </Stack>
    </Modal>
  )
}
