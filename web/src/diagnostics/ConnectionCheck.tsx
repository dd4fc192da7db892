import type { ConnectionState } from '@culvert/schema/client-types'
import { Button, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { HopList, type Hop, type HopState } from '../ui/HopList.tsx'
import { IconRefresh } from '../ui/icons.ts'
import { Notice } from '../ui/Notice.tsx'
import type { ConnectionCheck_CheckFragment } from './ConnectionCheck.generated.ts'
import { formatMilliseconds, hopNames } from './hops.ts'
import { useConnectionCheck, type CheckTarget } from './useConnectionCheck.ts'

interface ConnectionCheckProps {
  target: CheckTarget
  /** Begins by itself, where opening this was the question. */
  immediate?: boolean
}

const states: Record<ConnectionState, HopState> = { OK: 'ok', FAILED: 'failed', SKIPPED: 'unreached' }

/** Goes the way of a visitor through every hop, and says where it ends. */
export function ConnectionCheck({ target, immediate }: ConnectionCheckProps) {
  const { run, pending, errorText, check } = useConnectionCheck(target)
  const isBegun = useRef(false)
  useEffect(() => {
    if (!immediate || isBegun.current) return
    isBegun.current = true
    void run()
  })

  return (
    <Stack gap="md">
      {pending && <HopList label="Hops from the public address to your app" hops={pendingHops} />}
      {check && <HopList label="Hops from the public address to your app" hops={toHops(check)} />}
      <div aria-live="polite">
        {check?.passed && <Notice tone="positive">Every hop works: visitors reach your app.</Notice>}
        {check && !check.passed && <Notice tone="warning">{describeEnd(check)}</Notice>}
        {errorText && <Notice tone="danger">{errorText}</Notice>}
      </div>
      <div>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={pending}
          onClick={() => void run()}
        >
          {check || immediate ? 'Check again' : 'Check connection'}
        </Button>
      </div>
    </Stack>
  )
}

const pendingHops: Hop[] = Object.values(hopNames).map((name) => ({ name, state: 'pending' }))

function toHops({ steps }: ConnectionCheck_CheckFragment): Hop[] {
  return steps.map(({ hop, state, durationMs, code, message, fix }) => ({
    name: hopNames[hop],
    state: states[state],
    time: durationMs === null ? undefined : formatMilliseconds(durationMs),
    children: message !== null && (
      <>
        {message}
        {fix && <strong> {fix}</strong>}
        {code && <code> {code}</code>}
      </>
    ),
  }))
}

function describeEnd({ steps }: ConnectionCheck_CheckFragment): string {
  const end = steps.find(({ state }) => state === 'FAILED')
  return `Requests end here: ${end ? hopNames[end.hop] : 'nowhere'}.`
}
