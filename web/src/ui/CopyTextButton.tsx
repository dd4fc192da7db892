import { Button } from '@mantine/core'
import { type CopyOutcome, refusedText, useCopy } from './useCopy.ts'

interface CopyTextButtonProps {
  /** What follows the word *Copy*, for example `link`. */
  what: string
  /** Creates the text for the clipboard. */
  make: () => string
}

const words: Record<CopyOutcome, string> = { copied: 'Copied', refused: 'Cannot copy' }

/** A button with words that copies a text, and says for a moment whether it worked. */
export function CopyTextButton({ what, make }: CopyTextButtonProps) {
  const { outcome, copy } = useCopy()
  return (
    <Button
      size="xs"
      variant="default"
      title={outcome === 'refused' ? refusedText : undefined}
      onClick={() => void copy(make())}
    >
      {outcome ? words[outcome] : 'Copy'} {what}
    </Button>
  )
}
