import classes from './Terminal.module.css'

interface TerminalProps {
  /** What it shows, for those who cannot see it. */
  label: string
  command: string
  /** What the command printed, line by line. */
  output: string[]
}

/** A terminal with a command and what it printed. */
export function Terminal({ label, command, output }: TerminalProps) {
  return (
    <figure className={classes.root} aria-label={label}>
      <pre className={classes.screen}>
        <span className={classes.prompt}>$ </span>
        <span className={classes.command}>{command}</span>
        {'\n\n'}
        {output.join('\n')}
      </pre>
    </figure>
  )
}
