import { Breakable } from '../../ui/Breakable.tsx'
import { Command } from '../../ui/Command.tsx'
import classes from './Terminal.module.css'

interface TerminalProps {
  /** What it shows, for screen readers. */
  label: string
  command: string
  /** What the command printed, line by line. */
  output: string[]
}

/** A terminal with a command and its output. On narrow screens lines wrap between words. */
export function Terminal({ label, command, output }: TerminalProps) {
  return (
    <figure className={classes.root} aria-label={label}>
      <div className={classes.screen}>
        <p className={classes.command}>
          <Command>{command}</Command>
        </p>
        {output.map((line, index) => (
          <p key={`${index}: ${line}`} className={classes.line}>
            {line.split(/(\s+)/).map((word, at) => (
              <span key={`${at}: ${word}`} className={word.trim() && classes.word}>
                <Breakable>{word}</Breakable>
              </span>
            ))}
          </p>
        ))}
      </div>
    </figure>
  )
}
