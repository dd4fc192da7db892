import type { ReplayAnswer, ReplayRequest, RequestSummary } from '@culvert/agent/inspection'
import { useState } from 'react'
import { getMessage } from './get-message.ts'

/** Sends a request again, as it was or edited. It rejects with an error whose message gives the reason. */
export type SendReplay = (edited?: ReplayRequest) => Promise<ReplayAnswer>

/** Sending a request again. */
export interface Replay {
  send: SendReplay
  /** Sends it as it was. */
  run: () => void
  isSending: boolean
  isEditing: boolean
  setEditing: (isEditing: boolean) => void
  /** The last answer; undefined if there is none. */
  answer: ReplayAnswer | undefined
  setAnswer: (answer: ReplayAnswer) => void
  /** Why it could not be sent as it was. */
  fault: string | undefined
}

/** Returns why a request can never be sent again; undefined if it can. */
export function findObstacle({ kind }: RequestSummary): string | undefined {
  return kind === 'websocket' ? 'A WebSocket cannot be sent again.' : undefined
}

/** Tracks the replays of one request. */
export function useReplay(send: SendReplay): Replay {
  const [isSending, setSending] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [answer, setAnswer] = useState<ReplayAnswer>()
  const [fault, setFault] = useState<string>()

  async function sendUnchanged(): Promise<void> {
    setFault(undefined)
    setSending(true)
    try {
      setAnswer(await send())
    } catch (error) {
      setFault(getMessage(error))
    }
    setSending(false)
  }

  const run = () => void sendUnchanged()
  return { send, run, isSending, isEditing, setEditing, answer, setAnswer, fault }
}
