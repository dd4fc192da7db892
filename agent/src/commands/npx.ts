import { readEnvironment } from '@culvert/program'

/** How often the shell is checked, in milliseconds. */
const checkIntervalMs = 250

/**
 * Ends this process together with npx, as SIGTERM would. npx runs commands through a shell and forwards signals to it; the shell then dies without telling the
 * command. A command that was started otherwise may well outlive its shell.
 */
export function exitWithNpx(): void {
  if (readEnvironment().npm_command !== 'exec') return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, checkIntervalMs).unref()
}
