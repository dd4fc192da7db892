import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { csvRowsMax, type CsvFile, type CsvProgress } from '../ui/csv.ts'
import { downloadBlob } from '../ui/download.ts'
import { formatCount, formatNumber } from '../ui/format.ts'
import { IconDownload } from '../ui/icons.ts'
import classes from './CsvButton.module.css'
import { getErrorText } from './errors.ts'

interface CsvButtonProps {
  /** The content of the file, for example `audit-log`: the file is named after it and the day. */
  name: string
  /** Creates the file. */
  make: (client: ApolloClient, progress: CsvProgress) => Promise<CsvFile>
}

type State =
  | { phase: 'ready' }
  | { phase: 'reading'; count: number }
  | { phase: 'cut' }
  | { phase: 'failed'; text: string }

/** Downloads a list as CSV. Shows its progress, why it failed, and when the list is longer than a file may be. */
export function CsvButton({ name, make }: CsvButtonProps) {
  const client = useApolloClient()
  const [state, setState] = useState<State>({ phase: 'ready' })
  const run = useRef<AbortController>(undefined)
  useEffect(() => () => run.current?.abort(), [])

  const start = async () => {
    const { signal } = (run.current = new AbortController())
    setState({ phase: 'reading', count: 0 })
    try {
      const onCount = (count: number) => setState({ phase: 'reading', count })
      const { text, isCut } = await make(client, { signal, onCount })
      if (signal.aborted) return
      downloadBlob(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, new Blob([text], { type: 'text/csv' }))
      setState({ phase: isCut ? 'cut' : 'ready' })
    } catch (error) {
      if (!signal.aborted)
        setState({ phase: 'failed', text: getErrorText(error, 'The file could not be made. Try again.') })
    }
  }

  return (
    <Group component="span" justify="flex-end" gap="0.25rem 0.75rem">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={state.phase === 'reading'}
        onClick={() => void start()}
      >
        Download CSV
      </Button>
      <output className={classes.words}>{describe(state)}</output>
      {state.phase === 'failed' && (
        <span className={classes.words} data-tone="danger" role="alert">
          {state.text}
        </span>
      )}
    </Group>
  )
}

function describe(state: State): string | undefined {
  if (state.phase === 'reading') return state.count > 0 ? `${formatNumber(state.count, 'row')} read` : undefined
  if (state.phase === 'cut') return `The file ends after ${formatCount(csvRowsMax)} rows, the most that it may have.`
  return undefined
}
