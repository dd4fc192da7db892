import type { ReplayAnswer, RequestDetail } from '@culvert/agent/inspection'
import { Notice } from '../ui/Notice.tsx'
import { Comparison } from './Comparison.tsx'
import { ReplayEditor } from './ReplayEditor.tsx'
import type { Replay } from './useReplay.ts'

interface ReplayOutcomeProps {
  detail: RequestDetail
  replay: Replay
  /** Opens the new request. */
  onOpen: (answer: ReplayAnswer) => void
}

/** Shows the result of a request's last replay, and the editor for another one while it is open. */
export function ReplayOutcome({ detail, replay, onOpen }: ReplayOutcomeProps) {
  const { send, answer, fault, isEditing, setAnswer, setEditing } = replay
  return (
    <>
      {fault && <Notice tone="danger">{fault}</Notice>}
      {answer && <Comparison original={detail} answer={answer} onOpen={() => onOpen(answer)} />}
      {isEditing && (
        <ReplayEditor
          detail={detail}
          send={send}
          onAnswer={(sent) => {
            setEditing(false)
            setAnswer(sent)
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  )
}
