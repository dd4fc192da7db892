import { ActionIcon, VisuallyHidden, type ActionIconProps } from '@mantine/core'
import { IconAlert, IconCheck, IconCopy } from './icons.ts'
import { refusedText, useCopy } from './useCopy.ts'

interface CopyButtonProps {
  /** The text for the clipboard. */
  value: string
  /** What it is, for example `command`, and which: no other button of the page is named like it, unless it copies the same. */
  label: string
  size?: ActionIconProps['size']
  className?: string
  /** Called when the browser refuses, to show what can then be copied only by hand. */
  onRefused?: () => void
}

const outcomes = { copied: { Icon: IconCheck, words: 'Copied' }, refused: { Icon: IconAlert, words: refusedText } }

/** Copies a value, and shows for a moment whether it worked. */
export function CopyButton({ value, label, size = 'sm', className, onRefused }: CopyButtonProps) {
  const { outcome, copy } = useCopy()
  const { Icon, words } = outcome ? outcomes[outcome] : { Icon: IconCopy, words: undefined }
  const press = async () => {
    if ((await copy(value)) === 'refused') onRefused?.()
  }
  return (
    <>
      <ActionIcon
        size={size}
        className={className}
        aria-label={`Copy ${label}`}
        title={words ?? `Copy ${label}`}
        onClick={() => void press()}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
      <VisuallyHidden component="output">{words}</VisuallyHidden>
    </>
  )
}
