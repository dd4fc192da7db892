import type { SetResult } from '@culvert/agent/inspection'
import { Button, Group } from '@mantine/core'
import { Notice } from '../ui/Notice.tsx'
import classes from './Exchange.module.css'

interface SetListProps {
  names: readonly string[]
  /** The set that is running; undefined if none is. */
  running: string | undefined
  onRun: (name: string) => void
}

/** Sets of requests by their names, each with a button that runs it. */
export function SetList({ names, running, onRun }: SetListProps) {
  return names.map((name) => (
    <Group key={name} justify="space-between" wrap="nowrap">
      <code className={classes.setName}>{name}</code>
      <Button
        flex="none"
        size="xs"
        variant="default"
        aria-label={`Run ${name}`}
        loading={running === name}
        disabled={running !== undefined}
        onClick={() => onRun(name)}
      >
        Run
      </Button>
    </Group>
  ))
}

/** Shows which answers of a set differ from those that were saved, and where. */
export function SetResults({ results }: { results: readonly SetResult[] }) {
  const changed = results.filter(({ differences }) => differences.length > 0)
  return (
    <Notice
      tone={changed.length === 0 ? 'positive' : 'warning'}
      title={
        changed.length === 0 ? 'Every answer is the same.' : `${changed.length} of ${results.length} answers differ.`
      }
    >
      {changed.map(({ id, method, target, differences }) => (
        <div key={id} className={classes.setResult}>
          {method} {target}
          <ul className={classes.code}>
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </div>
      ))}
    </Notice>
  )
}
