import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isatty, ReadStream } from 'node:tty'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Ctrl-C, Ctrl-Z and Ctrl-\ as a terminal sends them. */
const interrupt = '\x03'
const suspend = '\x1a'
const quit = '\x1c'

/**
 * Stops the terminal from echoing keys that are typed below the status line, until the returned function is called. Ctrl-C, Ctrl-\ and Ctrl-Z work as
 * usual. Node itself restores the terminal when it exits. In the background nothing is changed or read: a program that touches its terminal there is stopped.
 */
export async function hideKeys(): Promise<() => void> {
  if (!isatty(0)) return () => {}
  let keys: ReadStream | undefined
  let isOver = false
  // Closed instead of paused: Node restores the terminal of an open one when it exits, in the background too.
  const show = () => {
    keys?.destroy()
    keys = undefined
  }
  const leave = (signal: NodeJS.Signals) => {
    show()
    // Sent to the whole group, as a terminal does: the shell waits for npx too.
    process.kill(0, signal)
  }
  const onKey = (typed: Buffer) => {
    const text = typed.toString('latin1')
    if (text.includes(interrupt)) process.kill(process.pid, 'SIGINT')
    else if (text.includes(quit)) leave('SIGQUIT')
    else if (text.includes(suspend)) leave('SIGTSTP')
  }
  const hide = async () => {
    if (!(await isInForeground()) || isOver) return
    show()
    keys = new ReadStream(0).setRawMode(true).on('data', onKey).unref()
  }
  const hideAgain = () => void hide()
  await hide()
  process.on('SIGCONT', hideAgain)
  return () => {
    isOver = true
    process.off('SIGCONT', hideAgain)
    show()
  }
}

/** Reports whether the terminal belongs to this program's group. */
async function isInForeground(): Promise<boolean> {
  if (process.platform === 'win32') return true
  try {
    const [group, foreground] = process.platform === 'linux' ? readGroups() : await askForGroups()
    return group !== undefined && group === foreground
  } catch {
    return false
  }
}

/** Returns this program's process group and its terminal's foreground group. Small images have no `ps`, or one without these columns. */
function readGroups(): (string | undefined)[] {
  // The second field is the program's name in parentheses, which may contain anything (proc_pid_stat(5)).
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [group, foreground]
}

async function askForGroups(): Promise<(string | undefined)[]> {
  const { stdout } = await run('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)])
  return stdout.trim().split(/\s+/)
}
