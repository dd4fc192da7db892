import { Command } from './Command.tsx'
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
        <Command>{shown}</Command>
      </code>
      <CopyButton className={classes.copy} value={command} label="command" size="md" />
    </div>
  )
}
