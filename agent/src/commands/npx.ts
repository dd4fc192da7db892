import { readEnvironment } from '@culvert/program'

/** How often the shell is looked for, in milliseconds. */
const lookMs = 250

/**
 * Has this process end with npx, as by SIGTERM. npx runs commands by a shell, and passes signals on to that, which dies of them without a word to the
 * command. What was started otherwise may well outlive its shell.
 */
export function endWithNpx(): void {
  if (readEnvironment().npm_command !== 'exec') return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, lookMs).unref()
}
