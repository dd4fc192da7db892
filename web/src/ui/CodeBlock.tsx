import { CopyButton } from './CopyButton.tsx'
import classes from './CodeBlock.module.css'

interface CodeBlockProps {
  /** The command as it is copied. */
  command: string
  /** The command as it is shown, when that differs: with a secret masked. */
  shown?: string
}

/** A command to paste into a terminal. */
export function CodeBlock({ command, shown = command }: CodeBlockProps) {
  return (
    <div className={classes.root}>
      <code className={classes.command}>
        {shown.split(' ').map((word, index) => (
          // Words keep their place: a command is never reordered.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} data-kind={word.startsWith('--') ? 'option' : undefined}>
            {word}
          </span>
        ))}
      </code>
      <CopyButton className={classes.copy} value={command} label="command" size="md" />
    </div>
  )
}
