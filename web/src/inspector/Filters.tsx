import { NativeSelect, TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { useParameter } from '../ui/useParameter.ts'
import { useTypedParameter } from '../ui/useTypedParameter.ts'
import classes from './Inspector.module.css'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const statuses = [
  { value: '2', label: '2xx' },
  { value: '3', label: '3xx' },
  { value: '4', label: '4xx' },
  { value: '5', label: '5xx' },
  { value: '0', label: 'No response' },
]
const kinds = [
  { value: 'http', label: 'HTTP' },
  { value: 'websocket', label: 'WebSocket' },
  { value: 'events', label: 'Event stream' },
]

/** Filters the list. The address holds the filter, so that it survives a reload. */
export function Filters({ tunnels, searchField }: { tunnels: string[]; searchField: Ref<HTMLInputElement> }) {
  const [path, setPath] = useTypedParameter('path')
  return (
    <section className={classes.filters} aria-label="Filters">
      <TextInput
        ref={searchField}
        className={classes.pathFilter}
        type="search"
        aria-keyshortcuts="/"
        size="xs"
        aria-label="Path contains"
        placeholder="Path contains"
        value={path}
        onChange={({ currentTarget }) => setPath(currentTarget.value)}
      />
      <Choice name="method" label="Method" all="Any method" data={methods} />
      <Choice name="status" label="Status" all="Any status" data={statuses} />
      <Choice name="kind" label="Kind" all="Any kind" data={kinds} />
      {tunnels.length > 1 && <Choice name="tunnel" label="Tunnel" all="All tunnels" data={tunnels} />}
    </section>
  )
}

interface ChoiceProps {
  name: string
  label: string
  all: string
  data: (string | { value: string; label: string })[]
}

function Choice({ name, label, all, data }: ChoiceProps) {
  const [value, set] = useParameter(name)
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={[{ value: '', label: all }, ...data]}
      value={value ?? ''}
      onChange={({ currentTarget }) => set(currentTarget.value, { replace: true })}
    />
  )
}
