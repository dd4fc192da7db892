import type { Field, ReplayAnswer, RequestDetail } from '@culvert/agent/inspection'
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { getMessage } from './get-message.ts'
import type { SendReplay } from './useReplay.ts'

interface ReplayEditorProps {
  detail: RequestDetail
  send: SendReplay
  onAnswer: (answer: ReplayAnswer) => void
  onClose: () => void
}

/** Edits a request before it is sent again. The reader fills in the removed secrets. */
export function ReplayEditor({ detail, send, onAnswer, onClose }: ReplayEditorProps) {
  const { requestBody } = detail
  const [method, setMethod] = useState(detail.method)
  const [target, setTarget] = useState(detail.target)
  const [fields, setFields] = useState(toText(detail))
  const [content, setContent] = useState(requestBody.encoding === 'utf8' ? requestBody.content : '')
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<string>()
  const isBinary = requestBody.encoding === 'base64'
  const hasSecrets = [target, fields, content].some((text) => text.includes('[redacted]'))

  async function submit(): Promise<void> {
    const body = isBinary
      ? { encoding: requestBody.encoding, content: requestBody.content }
      : { encoding: 'utf8' as const, content }
    setFault(undefined)
    setSending(true)
    try {
      onAnswer(await send({ method, target, fields: toFields(fields), body }))
    } catch (error) {
      setFault(getMessage(error))
      setSending(false)
    }
  }

  return (
    <Modal opened onClose={onClose} title="Edit and replay" size="xl">
      <Stack gap="0.75rem">
        {fault && <Notice tone="danger">{fault}</Notice>}
        {hasSecrets && <Notice tone="info">Fill in what is marked [redacted]: secrets are not kept.</Notice>}
        <Group gap="0.5rem" wrap="nowrap" align="flex-end">
          <TextInput
            label="Method"
            w="7rem"
            value={method}
            onChange={({ currentTarget }) => setMethod(currentTarget.value)}
          />
          <TextInput
            label="Path and query"
            flex={1}
            value={target}
            onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          />
        </Group>
        <Textarea
          label="Header fields, one per line"
          autosize
          minRows={3}
          maxRows={10}
          value={fields}
          onChange={({ currentTarget }) => setFields(currentTarget.value)}
        />
        {isBinary ? (
          <p>The body is binary, and is sent as it was.</p>
        ) : (
          <Textarea
            label="Body"
            autosize
            minRows={4}
            maxRows={16}
            value={content}
            onChange={({ currentTarget }) => setContent(currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button loading={isSending} onClick={() => void submit()}>
            Send
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function toText({ requestFields, requestBody }: RequestDetail): string {
  return requestFields
    .filter(([name]) => name.toLowerCase() !== 'host' && name.toLowerCase() !== 'content-length')
    .filter(([name]) => requestBody.decodedFrom === undefined || name.toLowerCase() !== 'content-encoding')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function toFields(text: string): Field[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return colon === -1 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    })
}
