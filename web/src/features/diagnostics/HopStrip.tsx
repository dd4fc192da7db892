import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { formatAge } from '../../ui/format.ts'
import { IconRefresh } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useNow } from '../../ui/useNow.ts'
import { hopIcons, hopWords, type Hop } from './HopList.tsx'
import { formatMilliseconds, hopNames, hopStates } from './hops.ts'
import { type CheckTarget, type ConnectionCheckResult, useConnectionCheck } from './useConnectionCheck.ts'
import classes from './HopStrip.module.css'

const ageTickMs = 5_000

/** The hops between a visitor and the app side by side, measured repeatedly. A different key restarts it. */
export function HopStrip({ target }: { target: CheckTarget }) {
  const { check, pending, errorText, measure } = useRegularCheck(target)
  const now = useNow(ageTickMs)
  const failed = check?.steps.find(({ state }) => state === 'FAILED')
  return (
    <Panel
      title="From a visitor to your app"
      description={
        check
          ? `Measured ${formatAge(check.checkedAt, now)} ago. Repeats every 30 s while this page is visible.`
          : 'Measuring…'
      }
      aside={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={pending}
          onClick={measure}
        >
          Measure now
        </Button>
      }
    >
      <ol className={classes.hops} aria-label="Hops from the public address to your app" aria-busy={!check}>
        {listHops(check).map(({ name, state, time }) => (
          <li key={name} className={classes.hop} data-state={state}>
            <span className={classes.icon} aria-hidden>
              {hopIcons[state]}
            </span>
            <Stack component="span" gap={0} miw={0}>
              <strong>{name}</strong>
              <span className={classes.figure}>{time ?? hopWords[state]}</span>
            </Stack>
          </li>
        ))}
      </ol>
      <div className={classes.notices} aria-live="polite">
        {failed && (
          <Notice tone="warning" title={failed.message ?? `Requests end here: ${hopNames[failed.hop]}.`}>
            {failed.fix} {failed.code && <code>{failed.code}</code>}
          </Notice>
        )}
        {errorText && (
          <Text size="sm" c="dimmed">
            {errorText}
          </Text>
        )}
      </div>
    </Panel>
  )
}

/** Lists the hops as shown; before the first check, all of them are shown as being checked. */
function listHops(check: ConnectionCheckResult | undefined): Hop[] {
  if (!check) return Object.values(hopNames).map((name) => ({ name, state: 'pending' }))
  return check.steps.map(({ hop, state, durationMs }) => ({
    name: hopNames[hop],
    state: hopStates[state],
    time: state === 'OK' && durationMs !== null ? formatMilliseconds(durationMs) : undefined,
  }))
}

/** How often a connection is checked while a person looks at it; milliseconds. */
const everyMs = 30_000

/** An account has 30 checks a minute: once they are used up, viewers check less often; milliseconds. */
const afterRefusalMs = 120_000

/** Checks a connection at once, and then every 30 seconds while the page is visible. */
function useRegularCheck(target: CheckTarget) {
  const { run, pending, errorText, check } = useConnectionCheck(target)
  const measure = useEffectEvent(run)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const tick = async () => {
      const isDone = document.visibilityState === 'hidden' || (await measure())
      if (!isOver) timer = setTimeout(() => void tick(), isDone ? everyMs : afterRefusalMs)
    }
    void tick()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  return { check, pending, errorText, measure: () => void run() }
}
