import { spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import { deferClose } from './cleanup.ts'
import { commandOf, environmentOf } from './command.ts'

/** Whether this machine can give a program a separate terminal. */
export const hasTerminals = spawnSync('python3', ['-c', 'import pty'], { stdio: 'ignore' }).status === 0

/** A program in a separate terminal. */
export interface Terminal {
  /** Everything that was shown, without control sequences. */
  readonly shown: string
  type(keys: string): void
  /** Resolves once the text is shown, starting at `from` characters; throws if the program ends first. */
  until(text: string, from?: number): Promise<void>
  /** Resolves with the program's exit code. */
  exited: Promise<number | null>
}

/** Runs a program on one side of a pseudo-terminal of 100 columns; the other side is its own stdin and stdout. */
const helper = `
import fcntl, os, pty, select, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 30, 100, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
sides = [0, terminal]
while True:
    for side in select.select(sides, [], [])[0]:
        try:
            data = os.read(side, 4096)
        except OSError:
            data = b''
        if data:
            os.write(1 if side == terminal else terminal, data)
        elif side == terminal:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255)
        else:
            sides.remove(0)
`

/** Runs a shell script in which \`culvert\` is the real command, in an environment that contains no server and no AuthID except those given. */
export function openTerminal(script: string, env: Record<string, string> = {}): Terminal {
  const culvert = `culvert() { ${commandOf([])
    .map((word) => `'${word}'`)
    .join(' ')} "$@"; }`
  const child = spawn('python3', ['-c', helper, 'bash', '--norc', '-c', `${culvert}\n${script}`], {
    env: { TERM: 'xterm-256color', ...environmentOf(env) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const events = new EventEmitter()
  let shown = ''
  let hasEnded = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    events.emit('change')
  })
  const exited = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      hasEnded = true
      events.emit('change')
      resolve(code)
    })
  })
  deferClose(() => {
    // The program gets SIGHUP when its terminal closes.
    child.kill('SIGKILL')
    return exited
  })
  const plain = () => stripVTControlCharacters(shown)
  return {
    get shown() {
      return plain()
    },
    type: (keys) => void child.stdin.write(keys),
    async until(text, from = 0) {
      while (!plain().includes(text, from)) {
        if (hasEnded) throw new Error(`The program ended without showing "${text}":\n${plain()}`)
        await once(events, 'change')
      }
    },
    exited,
  }
}
