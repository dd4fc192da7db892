import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { IconCheck, IconCopy, IconDownload } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { refusedText, useCopy } from '../../ui/useCopy.ts'

/** Shows recovery codes, this one time. */
export function RecoveryCodeDialog({ codes, onClose }: { codes: string[] | undefined; onClose: () => void }) {
  // While the dialog fades out, it keeps its content.
  const [shown, setShown] = useState<string[]>([])
  if (codes !== undefined && codes !== shown) setShown(codes)
  const text = shown.join('\n')
  const { outcome, copy } = useCopy()
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title="Keep your recovery codes"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text>
          Each of them signs you in once, with your password, when you have lost your devices. They are not shown again.
        </Text>
        <Stack component="ul" gap={4} aria-label="Recovery codes">
          {shown.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Stack>
        {outcome === 'refused' && <Notice tone="danger">{refusedText}</Notice>}
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={
              outcome === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
            }
            onClick={() => void copy(text)}
          >
            {outcome === 'copied' ? 'Copied' : 'Copy'}
          </Button>
          <Button
            variant="default"
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="culvert-recovery-codes.txt"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
        </Group>
        <Button onClick={onClose} data-autofocus>
          I have saved them
        </Button>
      </Stack>
    </Modal>
  )
}
