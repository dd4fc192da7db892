import { Button } from '@mantine/core'
import { useId } from 'react'
import type { Replay } from './useReplay.ts'
import classes from './Exchange.module.css'

interface ReplayButtonsProps {
  replay: Replay
  /** Why the request cannot be sent again; undefined if it can. */
  obstacle: string | undefined
}

/** Sends a request again, as it was or edited; if that is not possible, the buttons say why. */
export function ReplayButtons({ replay, obstacle }: ReplayButtonsProps) {
  const reasonId = useId()
  const isDisabled = obstacle !== undefined
  const describedBy = isDisabled ? reasonId : undefined
  return (
    <>
      <Button
        size="xs"
        onClick={replay.run}
        loading={replay.isSending}
        disabled={isDisabled}
        aria-describedby={describedBy}
      >
        Replay
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => replay.setEditing(true)}
        disabled={isDisabled}
        aria-describedby={describedBy}
      >
        Edit and replay
      </Button>
      {isDisabled && (
        <p id={reasonId} className={classes.soft}>
          {obstacle}
        </p>
      )}
    </>
  )
}
