import { Button, Stack } from '@mantine/core'
import { HopList, type Hop } from './HopList.tsx'
import { useSite } from '../site/useSite.ts'
import { IconRefresh } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useOnce } from '../../ui/useOnce.ts'
import { formatMilliseconds, hopNames, hopStates } from './hops.ts'
import { type CheckTarget, type ConnectionCheckResult, useConnectionCheck } from './useConnectionCheck.ts'

interface ConnectionCheckProps {
  target: CheckTarget
  /** Starts the check when it is mounted. */
  immediate?: boolean
}

/** Follows a visitor's request through every hop, and shows where it ends. */
export function ConnectionCheck({ target, immediate = false }: ConnectionCheckProps) {
  const { run, pending, errorText, check: lastCheck } = useConnectionCheck(target)
  const check = pending || errorText ? undefined : lastCheck
  const isSecure = useSite()?.exampleUrl.startsWith('https:') ?? false
  useOnce(() => void run(), immediate)

  return (
    <Stack gap="md">
      {pending && <HopList hops={listPending(isSecure)} />}
      {check && <HopList hops={toHops(check)} />}
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
          {lastCheck || immediate ? 'Check again' : 'Check connection'}
        </Button>
      </div>
    </Stack>
  )
}

/** The hops that are checked; over plain HTTP there is no certificate. */
function listPending(isSecure: boolean): Hop[] {
  const hops = Object.entries(hopNames).filter(([hop]) => isSecure || hop !== 'TLS')
  return hops.map(([, name]) => ({ name, state: 'pending' }))
}

function toHops({ steps }: ConnectionCheckResult): Hop[] {
  return steps.map(({ hop, state, durationMs, code, message, fix }) => ({
    name: hopNames[hop],
    state: hopStates[state],
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

function describeEnd({ steps }: ConnectionCheckResult): string {
  const end = steps.find(({ state }) => state === 'FAILED')
  return `Requests end here: ${end ? hopNames[end.hop] : 'nowhere'}.`
}
