import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Ctrl-C, Ctrl-Z and Ctrl-\ as a terminal sends them. */
const interrupt = '\x03'
const suspend = '\x1a'
const quit = '\x1c'

/**
 * Has the terminal show no keys that are typed below the status line, until the returned function is called. Ctrl-C, Ctrl-\ and Ctrl-Z do what
 * they always do. In the background nothing is changed: a program that touches its terminal there is stopped.
 */
export async function hideKeys(): Promise<() => void> {
  const { stdin } = process
  if (!stdin.isTTY || !(await isInForeground())) return () => {}
  const show = () => void stdin.setRawMode(false)
  const hide = () => void stdin.setRawMode(true)
  const leave = (signal: NodeJS.Signals) => {
    show()
    // As a terminal does, to the whole group: the shell waits for npx too.
    process.kill(0, signal)
  }
  const onKey = (keys: Buffer) => {
    const text = keys.toString('latin1')
    if (text.includes(interrupt)) process.kill(process.pid, 'SIGINT')
    else if (text.includes(quit)) leave('SIGQUIT')
    else if (text.includes(suspend)) leave('SIGTSTP')
  }
  hide()
  stdin.on('data', onKey).unref()
  process.on('SIGCONT', hide)
  process.on('exit', show)
  return () => {
    show()
    stdin.off('data', onKey).pause()
    process.off('SIGCONT', hide)
    process.off('exit', show)
  }
}

/** Whether the terminal belongs to this program's group. */
async function isInForeground(): Promise<boolean> {
  if (process.platform === 'win32') return true
  try {
    const { stdout } = await run('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)])
    const [group, foreground] = stdout.trim().split(/\s+/)
    return group === foreground
  } catch {
    return false
  }
}
