import { Fragment } from 'react'
import { CopyButton } from './CopyButton.tsx'
import classes from './CodeBlock.module.css'

interface CodeBlockProps {
  /** The command as it is copied. */
  command: string
  /** The command as it is shown, when that differs: with a secret masked. */
  shown?: string
}

/** A command to paste into a terminal. Lines break before an option, so that it stays with its value. */
export function CodeBlock({ command, shown = command }: CodeBlockProps) {
  return (
    <div className={classes.root}>
      <code className={classes.command}>
        {shown.split(/ (?=--)/).map((part, index) => (
          <Fragment key={part}>
            {index > 0 && ' '}
            <CommandPart part={part} />
          </Fragment>
        ))}
      </code>
      <CopyButton className={classes.copy} value={command} label="command" size="md" />
    </div>
  )
}

function CommandPart({ part }: { part: string }) {
  const option = /^--\S+/.exec(part)?.[0] ?? ''
  return (
    <span className={classes.part}>
      {option && <span className={classes.option}>{option}</span>}
      {part.slice(option.length)}
    </span>
  )
}
