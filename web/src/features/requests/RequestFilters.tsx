import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState, type Ref } from 'react'
import { useSearchParams } from 'react-router-dom'
import { getAgentName } from '../agents/agent-name.ts'
import { useParameter } from '../../ui/useParameter.ts'
import { useTypedParameter } from '../../ui/useTypedParameter.ts'
import { type FilterName, hasFilter, statusClasses, useClearFilter } from './filter.ts'
import { toInstant, toLocalTime } from './local-time.ts'
import type { RequestTunnels } from './request.ts'
import classes from './Requests.module.css'

interface RequestFiltersProps {
  /** Undefined while it loads. */
  account: RequestTunnels | undefined
  searchField: Ref<HTMLInputElement>
}

interface Option {
  value: string
  label: string
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((value) => ({ value, label: value }))
const statuses = Object.entries(statusClasses).map(([value, { label }]) => ({ value, label }))
const durations: Option[] = [
  { value: '100', label: '100 ms or more' },
  { value: '500', label: '500 ms or more' },
  { value: '1000', label: '1 s or more' },
  { value: '5000', label: '5 s or more' },
  { value: '30000', label: '30 s or more' },
]
const rareNames = ['agent', 'path', 'code', 'slow', 'from', 'to'] satisfies FilterName[]

/** Lets the reader choose which requests are listed. */
export function RequestFilters({ account, searchField }: RequestFiltersProps) {
  const [parameters] = useSearchParams()
  const clear = useClearFilter()
  const [isWide, setWide] = useState(() => rareNames.some((name) => parameters.has(name)))
  const gateways = account?.gateways.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const agents = account?.active.nodes.map((agent) => ({ value: agent.id, label: getAgentName(agent) })) ?? []
  return (
    <section className={classes.filters} aria-label="Filters">
      <Text
        name="find"
        label="Search requests"
        placeholder="Search path, host, address or id"
        field={searchField}
        className={classes.find}
      />
      <Choice name="status" label="Status" all="Any status" options={statuses} />
      <Choice name="method" label="Method" all="Any method" options={methods} />
      <Choice name="gateway" label="Gateway" all="Any gateway" options={gateways} />
      {isWide && (
        <>
          <Choice name="agent" label="Agent" all="Any agent" options={agents} />
          <Choice name="slow" label="Duration" all="Any duration" options={durations} />
          <Text name="path" label="Path begins with" placeholder="Path begins with" />
          <Text name="code" label="Error code" placeholder="Error code" />
          <Time name="from" word="From" />
          <Time name="to" word="Before" />
        </>
      )}
      <div className={classes.filterButtons}>
        <Button size="xs" variant="default" aria-expanded={isWide} onClick={() => setWide(!isWide)}>
          {isWide ? 'Fewer filters' : 'More filters'}
        </Button>
        {hasFilter(parameters) && (
          <Button size="xs" variant="subtle" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
    </section>
  )
}

interface TextProps {
  name: FilterName
  label: string
  placeholder: string
  field?: Ref<HTMLInputElement>
  className?: string
}

function Text({ name, label, placeholder, field, className }: TextProps) {
  const [text, set] = useTypedParameter(name)
  return (
    <TextInput
      ref={field}
      className={className}
      type="search"
      size="xs"
      aria-label={label}
      aria-keyshortcuts={field ? '/' : undefined}
      placeholder={placeholder}
      maxLength={200}
      value={text}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

/** An instant, in the browser's time zone. */
function Time({ name, word }: { name: FilterName; word: string }) {
  const [text, set] = useTypedParameter(name)
  return (
    <TextInput
      type="datetime-local"
      size="xs"
      aria-label={`Began ${word.toLowerCase()}`}
      leftSection={word}
      leftSectionWidth="3.75rem"
      leftSectionProps={{ style: { fontSize: 'var(--mantine-font-size-xs)' } }}
      value={toLocalTime(text)}
      onChange={({ currentTarget }) => set(toInstant(currentTarget.value))}
    />
  )
}

interface ChoiceProps {
  name: FilterName
  label: string
  /** The label for no restriction. */
  all: string
  options: Option[]
}

function Choice({ name, label, all, options }: ChoiceProps) {
  const [value = '', set] = useParameter(name)
  // A link may name something that is in no list, such as an agent that has ended.
  const isKnown = value === '' || options.some((option) => option.value === value)
  const data = [{ value: '', label: all }, ...options, ...(isKnown ? [] : [{ value, label: value.slice(0, 8) }])]
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={data}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value, { replace: true })}
    />
  )
}
