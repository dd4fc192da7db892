import { ActionIcon, VisuallyHidden, type ActionIconProps } from '@mantine/core'
import { IconCheck, IconCopy } from './icons.ts'
import { useCopy } from './useCopy.ts'

interface CopyButtonProps {
  /** The text for the clipboard. */
  value: string
  /** What it is, for example `command`. */
  label: string
  size?: ActionIconProps['size']
  className?: string
}

/** Copies a value and confirms it for 2 seconds. */
export function CopyButton({ value, label, size = 'sm', className }: CopyButtonProps) {
  const { copied, copy } = useCopy(value)
  const CopyIcon = copied ? IconCheck : IconCopy
  return (
    <>
      <ActionIcon size={size} className={className} aria-label={`Copy ${label}`} title={`Copy ${label}`} onClick={copy}>
        <CopyIcon size={15} aria-hidden />
      </ActionIcon>
      <VisuallyHidden component="output">{copied ? 'Copied' : ''}</VisuallyHidden>
    </>
  )
}
