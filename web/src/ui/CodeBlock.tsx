import { Command } from './Command.tsx'
import { CopyButton } from './CopyButton.tsx'
import { firstLineOf } from './first-line-of.ts'
import classes from './CodeBlock.module.css'

interface CodeBlockProps {
  command: string
  /** What it is, for the copy button. */
  label?: string
}

/** A command to paste into a terminal. */
export function CodeBlock({ command, label = 'command' }: CodeBlockProps) {
  return (
    <div className={classes.root}>
      <code className={classes.command}>
        <Command>{command}</Command>
      </code>
      <CopyButton className={classes.copy} value={command} label={`${label} ${firstLineOf(command)}`} size="md" />
    </div>
  )
}
